/** The skim of /getblocks.bin compared with the full reader, on a real answer and on malformed ones. */
import { describe, expect, it } from 'vitest';
import { readEpee, type EpeeFields, epee, writeEpee } from '../../../src/protocol/encoding/epee.ts';
import { readIndices, skimBlocks } from '../../../src/protocol/encoding/epee-skim.ts';
import { equalBytes } from '../../../src/base/bytes.ts';
import { isFault } from '../../../src/base/fault.ts';
import { benchChain } from '../../support/bench-chain.ts';
import { expectFault } from '../../support/faults.ts';

const chain = benchChain();

/** Everything to which a skim's offsets point, as plain values. */
const expand = (bytes: Uint8Array) => {
  const { blockAt, blockLength, firstTxBlob, txAt, txLength, indexAt, outputCounts } =
    skimBlocks(bytes).offsets;
  return Array.from(blockAt, (at, b) => ({
    block: bytes.subarray(at, at + blockLength[b]!),
    txs: range(firstTxBlob[b]!, firstTxBlob[b + 1]!).map((t) =>
      bytes.subarray(txAt[t], txAt[t]! + txLength[t]!),
    ),
    indices: range(firstTxBlob[b]! + b, firstTxBlob[b + 1]! + b + 1).map((list) =>
      list < indexAt.length ? readIndices(bytes, indexAt[list]!, outputCounts[list]!) : [],
    ),
  }));
};
const range = (from: number, to: number): number[] => Array.from({ length: to - from }, (_, i) => from + i);

const entry = (txs: EpeeFields): EpeeFields => ({ block: epee.text('b'), ...txs });
const lists = (...counts: number[]): EpeeFields => ({
  indices: epee.sections(counts.map((n) => ({ indices: epee.u64s(range(0, n)) }))),
});

describe('the skim of blocks', () => {
  it.skipIf(!chain)('finds what the full reader finds in an answer of monerod (skipped: no vectors)', () => {
    const { bytes } = chain!;
    const { rest } = skimBlocks(bytes);
    const whole = readEpee(bytes);
    expect(rest.text('status')).toBe('OK');
    expect(rest.number('current_height')).toBe(whole.number('current_height'));
    const indices = whole.sections('output_indices');
    const found = expand(bytes);
    const blocks = whole.sections('blocks');
    expect(found).toHaveLength(blocks.length);
    blocks.forEach((block, b) => {
      expect(equalBytes(found[b]!.block, block.bytes('block'))).toBe(true);
      const txs = block.sections('txs');
      expect(found[b]!.txs).toHaveLength(txs.length);
      expect(txs.every((tx, t) => equalBytes(tx.bytes('blob'), found[b]!.txs[t]!))).toBe(true);
      expect(found[b]!.indices).toEqual(
        indices[b]!.sections('indices').map((list) => list.numbers('indices')),
      );
    });
  });

  it('reads pruned and unpruned transactions, missing lists and unknown fields', () => {
    const bytes = writeEpee({
      blocks: epee.sections([
        entry({ txs: epee.byteStrings([Uint8Array.of(1), Uint8Array.of(2, 3)]), weight: epee.u64(9) }),
        entry({}),
        entry({
          later: epee.section({ deep: epee.sections([{ x: epee.u64s([1, 2]), y: epee.text('z') }]) }),
          txs: epee.sections([
            { blob: epee.bytes(Uint8Array.of(4)), prunable_hash: epee.bytes(new Uint8Array(32)) },
          ]),
        }),
      ]),
      output_indices: epee.sections([lists(1, 0, 2), lists(0), lists(3, 1)]),
      start_height: epee.u64(7),
    });
    expect(expand(bytes).map(({ txs, indices }) => ({ txs: txs.map((tx) => [...tx]), indices }))).toEqual([
      { txs: [[1], [2, 3]], indices: [[0], [], [0, 1]] },
      { txs: [], indices: [[]] },
      { txs: [[4]], indices: [[0, 1, 2], [0]] },
    ]);
    expect(skimBlocks(bytes).rest.number('start_height')).toBe(7);
  });

  it('reads an answer without blocks, and one without indices', () => {
    expect(expand(writeEpee({ status: epee.text('OK') }))).toEqual([]);
    const { blockAt, indexAt } = skimBlocks(writeEpee({ blocks: epee.sections([entry({})]) })).offsets;
    expect(blockAt).toHaveLength(1);
    expect(indexAt).toHaveLength(0);
  });

  it.each<[string, EpeeFields]>([
    ['a block without its bytes', { blocks: epee.sections([{ pruned: epee.bool(true) }]) }],
    [
      'a transaction without its bytes',
      { blocks: epee.sections([entry({ txs: epee.sections([{ x: epee.u8(1) }]) })]) },
    ],
    ['transactions of another type', { blocks: epee.sections([entry({ txs: epee.u64s([1]) })]) }],
    [
      'indices of other blocks',
      { blocks: epee.sections([entry({})]), output_indices: epee.sections([lists(1), lists(1)]) },
    ],
    [
      'too few lists of indices',
      {
        blocks: epee.sections([entry({ txs: epee.byteStrings([Uint8Array.of(1)]) })]),
        output_indices: epee.sections([lists(1)]),
      },
    ],
    [
      'indices that are not u64',
      { output_indices: epee.sections([{ indices: epee.sections([{ indices: epee.u32s([1]) }]) }]) },
    ],
    ['blocks that are no list', { blocks: epee.u64(1) }],
  ])('refuses %s', (_, fields) => expectFault(() => skimBlocks(writeEpee(fields)), 'bad_format'));

  it('enforces its limits', () => {
    const two = writeEpee({
      blocks: epee.sections([entry({}), entry({ txs: epee.byteStrings([Uint8Array.of(1)]) })]),
    });
    expectFault(() => skimBlocks(two, { blocks: 1, txs: 9 }), 'list_too_long');
    expectFault(() => skimBlocks(two, { blocks: 9, txs: 0 }), 'list_too_long');
  });

  it('refuses an index beyond 2^53', () => {
    const fields = (index: bigint): EpeeFields => ({
      blocks: epee.sections([entry({})]),
      output_indices: epee.sections([{ indices: epee.sections([{ indices: epee.u64s([index]) }]) }]),
    });
    expect(expand(writeEpee(fields(2n ** 53n - 1n)))[0]!.indices).toEqual([[2 ** 53 - 1]]);
    expectFault(() => expand(writeEpee(fields(2n ** 53n))), 'bad_format');
  });

  it('throws only faults on changed or cut bytes, and stays inside the message', () => {
    const good = writeEpee({
      blocks: epee.sections([
        entry({
          txs: epee.sections([{ blob: epee.text('t'), prunable_hash: epee.bytes(new Uint8Array(32)) }]),
        }),
        entry({ other: epee.section({ a: epee.double(1) }) }),
      ]),
      output_indices: epee.sections([lists(1, 2), lists(1)]),
      status: epee.text('OK'),
    });
    for (let i = 0; i < good.length; i++) {
      for (const value of [0, 1, 3, 0x0a, 0x0c, 0x8c, 0x8d, 0xff]) {
        const bytes = good.slice();
        bytes[i] = value;
        tryIt(bytes);
      }
      tryIt(good.subarray(0, i));
    }
  });
  const tryIt = (bytes: Uint8Array): void => {
    try {
      for (const { block, txs } of expand(bytes))
        expect(block.length + txs.length).toBeLessThanOrEqual(bytes.length);
    } catch (error) {
      if (!isFault(error)) throw error;
    }
  };
});
