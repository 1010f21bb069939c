/**
 * Our frames and XmrSigner's own codec, run by Python from a copy of its sources: OSTRO_XMRSIGNER names the folder
 * (github.com/XmrSigner/xmrsigner). Each reads what the other shows, with frames lost, doubled and out of order.
 */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { createFrames, createUrReader } from '../../src/ui/airgap/ur.ts';
import { toHex } from '../../src/base/hex.ts';
import { seededRandom } from '../support/seeded-random.ts';
import { inTier } from '../support/tier.ts';

const SOURCES = process.env['OSTRO_XMRSIGNER'] ?? '';
const run = promisify(execFile);

/** Runs a program of Python that prints JSON. `input` is in `given`. */
const python = async (program: string, input: unknown): Promise<unknown> => {
  const start = [
    'import sys, json',
    'sys.path.insert(0, sys.argv[1] + "/src/xmrsigner/helpers")',
    'given = json.load(sys.stdin)',
  ].join('\n');
  const child = run('python3', ['-c', `${start}\n${program}`, SOURCES], { maxBuffer: 1 << 28 });
  child.child.stdin?.end(JSON.stringify(input));
  return JSON.parse((await child).stdout);
};
/** As `UrQrEncoder`: the CBOR of the bytes, in parts of so many bytes. */
const SHOW = `
from ur2.ur import UR
from ur2.ur_encoder import UREncoder
shown = []
for each in given:
  encoder = UREncoder(ur=UR(each['type'], bytearray.fromhex(each['cbor'])), max_fragment_len=each['part'])
  shown.append([encoder.next_part().upper() for _ in range(each['frames'])])
print(json.dumps(shown))`;
const READ = `
from ur2.ur_decoder import URDecoder
read = []
for frames in given:
  decoder = URDecoder()
  used = 0
  for frame in frames:
    used += 1
    decoder.receive_part(frame)
    if decoder.is_complete(): break
  read.append([decoder.result_message().cbor.hex() if decoder.is_success() else '', used])
print(json.dumps(read))`;

const random = seededRandom('xmrsigner');
const below = (limit: number): number => random(4).reduce((sum, byte) => (sum * 256 + byte) % limit, 0);
const cborOf = (bytes: Uint8Array): string => {
  const length = bytes.length.toString(16);
  const head = bytes.length < 256 ? `58${length.padStart(2, '0')}` : `59${length.padStart(4, '0')}`;
  return head + toHex(bytes);
};
const SIZES = inTier({ short: [100, 2600, 24_000], long: [100, 300, 700, 2600, 5000, 9000, 24_000, 60_000] });
const cases = SIZES.flatMap((size) =>
  [10, 30, 120].filter((part) => size / part < 2500).map((part) => ({ part, bytes: random(size) })),
);

describe.skipIf(SOURCES === '')("XmrSigner's codec", () => {
  test('shows parts that our reader reads, 30 % of them lost', async () => {
    const wanted = cases.map(({ part, bytes }) => ({
      type: 'xmr-txsigned',
      cbor: cborOf(bytes),
      part,
      frames: Math.ceil((2.2 * bytes.length) / part) + 20,
    }));
    const shown = (await python(SHOW, wanted)) as string[][];
    for (const [i, { bytes }] of cases.entries()) {
      const reader = createUrReader();
      for (const frame of shown[i]!) if (below(10) >= 3) reader.receive(frame);
      expect(reader.result).toEqual({ type: 'xmr-txsigned', bytes });
    }
  });
  test('reads our frames in the densities that we show, with lost, doubled and shuffled ones', async () => {
    const ours = cases.flatMap(({ bytes }) =>
      [40, 60, 150].filter((part) => bytes.length / part < 300).map((part) => ({ part, bytes })),
    );
    const frames = ours.map(({ part, bytes }) => {
      const { next, count } = createFrames('xmr-txunsigned', bytes, part);
      const all = Array.from({ length: count * 6 }, () => next());
      return all.flatMap((frame, at) => {
        const luck = below(10);
        return at > 0 && luck < 3 ? [] : luck < 5 ? [frame, all[Math.max(0, at - 2)]!] : [frame];
      });
    });
    const read = (await python(READ, frames)) as [string, number][];
    expect(read.map(([cbor]) => cbor)).toEqual(ours.map(({ bytes }) => cborOf(bytes)));
  });
});
