import { afterEach, describe, expect, it, vi } from 'vitest';
import { isFault } from '../../../src/base/fault.ts';
import { BROKE_OFF, readBody } from '../../../src/daemon/body.ts';
import { getRawBlocks } from '../../../src/daemon/bin/get-blocks.ts';
import { splitIntoChunks } from '../../../src/wallet/scan/chunks.ts';
import { recordedChain } from '../../vectors/regtest/recorded-chain.ts';

afterEach(() => vi.restoreAllMocks());

interface Source {
  readonly bytes: Uint8Array;
  /** Bytes that arrive at once. */
  readonly step: number;
  /** The connection ends with an error after the bytes. */
  readonly breaks?: boolean;
}

/** A stream that writes into the reader's buffer, as browsers' answers do. */
const byteStream = ({ bytes, step, breaks }: Source): ReadableStream => {
  let at = 0;
  return new ReadableStream({
    type: 'bytes',
    pull: (controller) => {
      const view = controller.byobRequest!.view!;
      if (at === bytes.length) {
        if (breaks) {
          controller.error(new TypeError('broken'));
          return;
        }
        controller.close();
        controller.byobRequest!.respond(0);
        return;
      }
      const room = new Uint8Array(view.buffer, view.byteOffset, Math.min(view.byteLength, step));
      const piece = bytes.subarray(at, at + room.length);
      // Not `set`, which a test counts.
      piece.forEach((byte, i) => (room[i] = byte));
      at += piece.length;
      controller.byobRequest!.respond(piece.length);
    },
  });
};

/** A stream that hands over buffers of its own. */
const pieceStream = ({ bytes, step, breaks }: Source): ReadableStream => {
  let at = 0;
  return new ReadableStream({
    pull: (controller) => {
      if (at < bytes.length) controller.enqueue(bytes.slice(at, (at += step)));
      else if (breaks) controller.error(new TypeError('broken'));
      else controller.close();
    },
  });
};

const answerOf = (stream: ReadableStream, announced?: number): Response =>
  new Response(stream, announced === undefined ? {} : { headers: { 'content-length': String(announced) } });

const numbered = (length: number): Uint8Array => Uint8Array.from({ length }, (_, i) => (i * 7) % 251);

describe.each([
  ['bytes', byteStream],
  ['pieces', pieceStream],
] as const)('the body of an answer as a stream of %s', (_, streamOf) => {
  it.each([0, 1, 16_383, 16_384, 16_385, 100_001])('is read whole: %i bytes', async (length) => {
    const bytes = numbered(length);
    for (const step of length > 20_000 ? [5000, 1e6] : [1, 1e6])
      for (const announced of [undefined, length, length >> 1, length * 2]) {
        const totals: number[] = [];
        const body = await readBody(answerOf(streamOf({ bytes, step }), announced), 200_002, (total) =>
          totals.push(total),
        );
        expect(body).toEqual(bytes);
        expect(body.buffer.byteLength).toBe(length);
        expect(totals.at(-1) ?? 0).toBe(length);
        expect(totals).toEqual([...totals].sort((a, b) => a - b));
      }
  });
  it.each([0, 1, 16_384, 100_001])(
    'is read into the buffer of an earlier answer: %i bytes',
    async (length) => {
      const bytes = numbered(length);
      for (const announced of [undefined, length, length >> 1])
        for (const size of [0, length >> 1, length, length + 1, 3 * length + 20_000]) {
          const room = new Uint8Array(size).fill(0xee).buffer;
          const answer = answerOf(streamOf({ bytes, step: 5000 }), announced);
          const body = await readBody(answer, 200_002, () => undefined, room);
          expect(body).toEqual(bytes);
          expect(body.byteOffset).toBe(0);
          if (size >= Math.max(length, 16_384)) expect(body.buffer.byteLength).toBe(size);
          expect(body.buffer.byteLength).toBeLessThanOrEqual(Math.max(size, 2 * length, 20_000));
        }
    },
  );
  // threat: malformed-input
  it('is refused when it is longer than allowed, before its end', async () => {
    let taken = 0;
    const endless = new ReadableStream({
      pull: (controller) => {
        taken += 1000;
        controller.enqueue(new Uint8Array(1000));
      },
    });
    await expect(readBody(answerOf(endless, 10), 5000, () => undefined)).rejects.toMatchObject({
      code: 'bad_answer',
      data: { kind: 'too_long' },
    });
    expect(taken).toBeLessThan(10_000);
    for (const announced of [undefined, 100])
      for (const room of [undefined, new ArrayBuffer(1000)])
        await expect(
          readBody(
            answerOf(streamOf({ bytes: numbered(101), step: 7 }), announced),
            100,
            () => undefined,
            room,
          ),
        ).rejects.toMatchObject({ data: { kind: 'too_long' } });
    const whole = readBody(answerOf(streamOf({ bytes: numbered(100), step: 7 })), 100, () => undefined);
    expect(await whole).toHaveLength(100);
  });
  it('is a fault when the connection breaks', async () => {
    const broken = answerOf(streamOf({ bytes: numbered(50), step: 20, breaks: true }), 60);
    const error: unknown = await readBody(broken, 100, () => undefined).catch((caught: unknown) => caught);
    expect(isFault(error, 'bad_answer') && error.data).toMatchObject({ what: BROKE_OFF });
  });
});

it('copies each byte of an answer once until it is in a chunk', async () => {
  const { bytes } = recordedChain();
  const response = answerOf(byteStream({ bytes, step: 65_536 }), bytes.length);
  const set = vi.spyOn(Uint8Array.prototype, 'set');
  const copied = (): number => set.mock.calls.reduce((sum, [from]) => sum + from.length, 0);
  const body = await readBody(response, 160 << 20, () => undefined);
  expect(copied()).toBe(0);
  const chunks = [...splitIntoChunks(getRawBlocks({}).read(body), 300)];
  expect(chunks.length).toBeGreaterThan(1);
  const held = chunks.reduce((sum, chunk) => sum + chunk.bytes.byteLength, 0);
  expect(held).toBeLessThanOrEqual(bytes.length);
  // The fields beside the blocks are a few bytes.
  expect(copied() - held).toBeGreaterThanOrEqual(0);
  expect(copied() - held).toBeLessThan(100);
});

it('gives the same chunks from the beginning of a larger buffer, and then that buffer', async () => {
  const { bytes } = recordedChain();
  const chunksOf = async (room?: ArrayBuffer) => {
    const freed: ArrayBuffer[] = [];
    const answer = answerOf(byteStream({ bytes, step: 65_536 }), bytes.length);
    const raw = getRawBlocks({}).read(await readBody(answer, 160 << 20, () => undefined, room));
    const chunks = [...splitIntoChunks(raw, 300, (buffer) => freed.push(buffer))];
    return { chunks, freed, raw };
  };
  const room = new Uint8Array(bytes.length + 100_000).fill(0xee).buffer;
  const [alone, inRoom] = [await chunksOf(), await chunksOf(room)];
  expect(inRoom.raw).toMatchObject({ size: bytes.length });
  expect(inRoom.chunks).toEqual(alone.chunks);
  expect(inRoom.freed.map(({ byteLength }) => byteLength)).toEqual([bytes.length + 100_000]);
  // An answer that is one chunk leaves the larger buffer, too.
  const [whole] = [...splitIntoChunks(inRoom.raw, Infinity)];
  expect(whole!.bytes.byteLength).toBeLessThanOrEqual(bytes.length);
});
