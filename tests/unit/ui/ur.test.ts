import jsQR from 'jsqr';
import { describe, expect, it } from 'vitest';
import { writeBytewords } from '../../../src/ui/airgap/bytewords.ts';
import { createFrames, createUrReader } from '../../../src/ui/airgap/ur.ts';
import vectors from '../../vectors/ui/ur-frames.json' with { type: 'json' };
import { picture } from '../../support/qr-picture.ts';
import { seededRandom } from '../../support/seeded-random.ts';

const payload = ({ size, seed }: { size: number; seed: number }): Uint8Array => {
  let x = seed;
  return Uint8Array.from({ length: size }, () => {
    x = (Math.imul(x, 1664525) + 1013904223) >>> 0;
    return x >>> 24;
  });
};
const bytes = payload({ size: 2600, seed: 9 });
const framesOf = (n: number, data = bytes, type = 'xmr-output'): string[] => {
  const frames = createFrames(type, data);
  return Array.from({ length: n }, () => frames.next());
};
const read = (frames: Iterable<string>) => {
  const reader = createUrReader();
  const outcomes = [...frames].map((frame) => reader.receive(frame));
  return { reader, outcomes };
};
const shuffled = <T>(list: readonly T[]): T[] => {
  const random = seededRandom('ur order');
  return list
    .map((each) => ({ each, at: random(4).reduce((sum, byte) => sum * 256 + byte, 0) }))
    .sort((a, b) => a.at - b.at)
    .map(({ each }) => each);
};

describe('frames of an animated code', () => {
  it.each(vectors.sets)('of $type equal those of the reference implementation, frame by frame', (set) => {
    const frames = createFrames(set.type, payload(set), set.fragment);
    // After three rounds our frames start over.
    const same = Math.min(set.frames.length, frames.count * 3);
    for (const frame of set.frames.slice(0, same)) expect(frames.next().toLowerCase()).toBe(frame);
  });
  it.each(vectors.sets)('of the reference implementation are read: $type', (set) => {
    const { reader } = read(set.frames);
    expect(reader.result).toEqual({ type: set.type, bytes: payload(set) });
  });
  it('of the reference implementation are read from the mixed ones alone', () => {
    const set = vectors.sets[2]!;
    const mixed = set.frames.slice(21);
    const { reader } = read([...mixed, ...set.frames.slice(0, 6)]);
    expect(reader.result).toEqual({ type: set.type, bytes: payload(set) });
  });
  it('start over after three rounds, for readers that do not mix', () => {
    const frames = createFrames('xmr-output', bytes);
    const round = Array.from({ length: frames.count * 3 + 1 }, () => frames.next());
    expect(round.at(-1)).toBe(round[0]);
    expect(round[frames.count]).not.toBe(round[0]);
  });
  it('are drawn as codes that an independent reader reads', () => {
    const frames = framesOf(24);
    const seen = frames.map((frame) => {
      const { data, width, height } = picture(frame);
      return jsQR(data, width, height)?.data ?? '';
    });
    expect(seen).toEqual(frames);
    expect(read(seen).reader.result).toEqual({ type: 'xmr-output', bytes });
  });
  it('of short data are a single one without a number', () => {
    const [frame] = framesOf(1, payload({ size: 40, seed: 1 }));
    expect(frame).toMatch(/^UR:XMR-OUTPUT\/[A-Z]+$/);
    expect(read([frame!]).reader.result?.bytes).toEqual(payload({ size: 40, seed: 1 }));
  });
});

// threat: hostile-text
describe('the reader of frames', () => {
  const all = framesOf(54);
  const count = 18;

  it('counts them one by one', () => {
    const { reader, outcomes } = read(all.slice(0, 7));
    expect(outcomes).toEqual(Array.from({ length: 7 }, () => 'new'));
    expect([reader.have, reader.total]).toEqual([7, count]);
  });
  it('accepts them in any order, repeated, and with a third of them lost', () => {
    const kept = shuffled([...all, ...all]).filter((_, i) => i % 3 !== 0);
    const { reader, outcomes } = read(kept);
    expect(outcomes).toContain('known');
    expect(reader.result?.bytes).toEqual(bytes);
  });
  // threat: hostile-text
  it('accepts more than 2,000 parts of 10 or 11 bytes, as XmrSigner shows them, with a third of them lost', () => {
    const large = payload({ size: 24_000, seed: 11 });
    const frames = createFrames('xmr-txsigned', large, 10);
    expect(frames.count).toBe(2183);
    const reader = createUrReader();
    for (let n = 0; reader.result === undefined && n < 2 * frames.count; n++) {
      const frame = frames.next();
      if (n % 3 !== 0) reader.receive(frame);
    }
    expect(reader.result).toEqual({ type: 'xmr-txsigned', bytes: large });
  });
  it('ignores frames of another code', () => {
    const other = framesOf(count, payload({ size: 2600, seed: 10 }));
    const mixed = all.slice(0, count).flatMap((frame, i) => [frame, other[i]!, `${i} not a code`]);
    const { reader, outcomes } = read(mixed);
    expect(outcomes.filter((each) => each === 'foreign')).toHaveLength(count - 1);
    expect(outcomes).toContain('none');
    expect(reader.result?.bytes).toEqual(bytes);
  });
  it('refuses another type in the middle of a code', () => {
    const other = framesOf(2, bytes, 'xmr-txsigned');
    const { outcomes } = read([all[0]!, other[1]!, all[1]!]);
    expect(outcomes).toEqual(['new', 'foreign', 'new']);
  });
  it('ignores a frame with a changed letter', () => {
    const [first = ''] = all;
    for (let at = 25; at < first.length; at += 7) {
      const letter = first[at] === 'A' ? 'B' : 'A';
      const { outcomes } = read([`${first.slice(0, at)}${letter}${first.slice(at + 1)}`]);
      expect(outcomes).toEqual(['none']);
    }
  });
  it('refuses too many frames and too many bytes before it allocates memory', () => {
    const body = all[0]!.split('/')[2]!;
    expect(read([`ur:xmr-output/1-40001/${body}`]).outcomes).toEqual(['too_large']);
    expect(read([`ur:xmr-output/1-999999999/${body}`]).outcomes).toEqual(['too_large']);
    expect(read([`ur:xmr-output/1-40000/${'ae'.repeat(2100)}`]).outcomes).toEqual(['too_large']);
    expect(read([`ur:xmr-output/1-2/${'ae'.repeat(5000)}`]).outcomes).toEqual(['none']);
  });
  it('refuses a frame with a wrong number', () => {
    const [, , body] = all[0]!.split('/');
    expect(read([`ur:xmr-output/2-18/${body!}`]).outcomes).toEqual(['foreign']);
    expect(read([`ur:xmr-output/1-17/${body!}`]).outcomes).toEqual(['foreign']);
  });
  it.each([
    '',
    'ur:',
    'ur:xmr-output',
    'ur:xmr-output/',
    'ur:xmr-output/1-0/aeaeaeaeae',
    'ur:xmr-output/0-1/aeaeaeaeae',
    'ur:xmr output/aeaeaeaeaeae',
    'ur:xmr-output/1-2/3-4/aeaeaeae',
    'http://example.org/ur:xmr-output/aeaeaeae',
    'ur:xmr-output/aeaeaeaeaeaeaeae',
  ])('ignores %j', (text) => {
    expect(read([text]).outcomes).toEqual(['none']);
  });
  it('needs hardly more mixed frames than there are plain ones', () => {
    const mixed = all.slice(count);
    const { reader, outcomes } = read(mixed);
    expect(reader.result?.bytes).toEqual(bytes);
    expect(outcomes.indexOf('done')).toBeLessThan(count + 6);
  });
  it('does not take a single frame in the middle of a code for the code', () => {
    const [single] = framesOf(1, payload({ size: 40, seed: 1 }));
    expect(read([all[0]!, single!, all[1]!]).outcomes).toEqual(['new', 'foreign', 'new']);
  });
  it.each([
    ['another number of items', '84010302', '41aa'],
    ['a map', 'a5010306', '1a00000000', '42aabb'],
    ['a text for its data', '85010306', '1a00000000', '62aabb'],
    ['a data of another length', '85010306', '1a00000000', '43aabb'],
    ['an indefinite length', '85010306', '1a00000000', '5f42aabbff'],
    ['a number of 64 bits', '851b000000000000000103', '06', '1a00000000', '42aabb'],
    ['a message that needs fewer fragments', '85010304', '1a00000000', '42aabb'],
    ['a message that needs more fragments', '85010307', '1a00000000', '42aabb'],
    ['the number 0', '85000306', '1a00000000', '42aabb'],
    ['no data', '85010300', '1a00000000', '40'],
  ])('ignores a frame whose body has %s', (_, ...hex) => {
    const body = Uint8Array.from(Buffer.from(hex.join(''), 'hex'));
    expect(read([`ur:xmr-output/1-3/${writeBytewords(body)}`]).outcomes).toEqual(['none']);
  });
  it('does not believe frames that together have another checksum than they say', () => {
    const part = (number: number, data: string) =>
      `ur:xmr-output/${number}-2/${writeBytewords(Uint8Array.from(Buffer.from(`850${number}02041a00000000${data}`, 'hex')))}`;
    const { reader, outcomes } = read([part(1, '42aabb'), part(2, '42ccdd')]);
    expect([outcomes, reader.result]).toEqual([['new', 'broken'], undefined]);
  });
  it('survives random letters', () => {
    const random = seededRandom('ur letters');
    for (let n = 0; n < 300; n += 1) {
      const letters = [...random(80)].map((byte) => 'abcdefghijklmnopqrstuvwxyz'[byte % 26]).join('');
      const reader = createUrReader();
      reader.receive(`ur:xmr-output/${1 + (n % 9)}-9/${letters}`);
      expect(reader.result).toBeUndefined();
    }
  });
});
