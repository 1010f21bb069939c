import { describe, expect, it } from 'vitest';
import type { ScannedRange } from '../../../../src/ports/scan-pool.ts';
import { blobOf } from '../../../../src/wallet/ledger/block-transactions.ts';
import { joinRanges } from '../../../../src/wallet/sync/join-ranges.ts';
import { createTestChain } from '../test-chain.ts';

const paid = (name: string, amount: bigint) => ({ id: name, outputs: [{ name, amount }] });

/** Blocks 0 to 5: two of them pay us, one spends. */
const chain = createTestChain(2);
chain.add([paid('a', 5n), paid('b', 6n)]);
chain.addEmpty(1);
chain.add([{ id: 'c', spends: ['a'], fee: 1n }, paid('d', 7n)]);
chain.addEmpty(1);

const partsOf = (...starts: readonly number[]): ScannedRange[] =>
  starts.map((from, i) => chain.range(from, (starts[i + 1] ?? chain.height) - from));
const withCounts = (
  range: ScannedRange,
  firstOutput: number | undefined,
  outputsAfter: readonly number[],
): ScannedRange => ({
  ...range,
  blocks: { ...range.blocks, firstOutput, outputsAfter: Float64Array.from(outputsAfter) },
});
/** The transactions' bytes, which lie at other places of another buffer. */
const blobsOf = (range: ScannedRange): Uint8Array[] =>
  Array.from({ length: range.txs.count }, (_, t) => blobOf(range, t));
const comparable = (range: ScannedRange): object => ({
  ...range,
  parts: undefined,
  txs: { ...range.txs, offsets: undefined },
  blobs: blobsOf(range),
});

describe('joined ranges', () => {
  it.each([[[0, 3]], [[0, 1, 2, 3, 4, 5]], [[0, 4, 5]]])('%j are equal to one range', (starts) => {
    const whole = chain.range(0);
    expect(comparable(joinRanges(partsOf(...starts))!)).toEqual(comparable(whole));
  });
  it('are undefined when a block is missing between them, or none is given', () => {
    const [first, , third] = partsOf(0, 2, 4);
    expect(joinRanges([first!, third!])).toBeUndefined();
    expect(joinRanges([])).toBeUndefined();
  });
  it('know the number of outputs after each block as far as one of them says it', () => {
    const [a, b, c] = partsOf(0, 2, 4);
    const joined = joinRanges([
      withCounts(a!, 10, [10, 12]),
      withCounts(b!, undefined, [-1, -1]),
      withCounts(c!, 12, [13, 15]),
    ]);
    expect(joined?.blocks).toMatchObject({
      firstOutput: 10,
      outputsAfter: Float64Array.of(10, 12, 12, 12, 13, 15),
    });
    const late = joinRanges([withCounts(a!, undefined, [-1, -1]), withCounts(b!, 7, [-1, 8])]);
    expect(late?.blocks).toMatchObject({ firstOutput: 7, outputsAfter: Float64Array.of(-1, -1, -1, 8) });
  });
  it('are undefined when they contradict each other in the number of outputs', () => {
    const [a, b, c] = partsOf(0, 2, 4);
    expect(joinRanges([withCounts(a!, 10, [10, 12]), withCounts(b!, 11, [11, 12])])).toBeUndefined();
    const gap = [
      withCounts(a!, 10, [10, 12]),
      withCounts(b!, undefined, [-1, -1]),
      withCounts(c!, 13, [14, 15]),
    ];
    expect(joinRanges(gap)).toBeUndefined();
  });
});
