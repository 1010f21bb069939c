/** The skim of /getblocks.bin on well-formed and malformed answers. A real answer is in tests/vectors/regtest. */
import { describe, expect, it } from 'vitest';
import { type EpeeFields, epee, writeEpee } from '../../../src/protocol/encoding/epee.ts';
import { skimBlocks } from '../../../src/protocol/encoding/epee-skim.ts';
import { isFault } from '../../../src/base/fault.ts';
import { expectFault } from '../../support/faults.ts';
import { placesIn } from './skimmed.ts';

const entry = (txs: EpeeFields): EpeeFields => ({ block: epee.text('b'), ...txs });
const lists = (...counts: number[]): EpeeFields => ({
  indices: epee.sections(counts.map((n) => ({ indices: epee.u64s(Array.from({ length: n }, (_, i) => i)) }))),
});

describe('the skim of blocks', () => {
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
    expect(placesIn(bytes).map(({ txs, indices }) => ({ txs: txs.map((tx) => [...tx]), indices }))).toEqual([
      { txs: [[1], [2, 3]], indices: [[0], [], [0, 1]] },
      { txs: [], indices: [[]] },
      { txs: [[4]], indices: [[0, 1, 2], [0]] },
    ]);
    expect(skimBlocks(bytes).rest.number('start_height')).toBe(7);
  });

  it('reads an answer without blocks, and one without indices', () => {
    expect(placesIn(writeEpee({ status: epee.text('OK') }))).toEqual([]);
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
    expect(placesIn(writeEpee(fields(2n ** 53n - 1n)))[0]!.indices).toEqual([[2 ** 53 - 1]]);
    expectFault(() => placesIn(writeEpee(fields(2n ** 53n))), 'bad_format');
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
      for (const { block, txs } of placesIn(bytes))
        expect(block.length + txs.length).toBeLessThanOrEqual(bytes.length);
    } catch (error) {
      if (!isFault(error)) throw error;
    }
  };
});
