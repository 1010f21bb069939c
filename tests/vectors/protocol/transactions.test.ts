/** Transactions of every era of the main chain. */
import { describe, expect, it } from 'vitest';
import { concat } from '../../../src/base/bytes.ts';
import { fromHex, toHex } from '../../../src/base/hex.ts';
import { prunableHash, prunedTxHash, signingMessageOf, txHash } from '../../../src/protocol/tx/hash.ts';
import {
  readPrunedTransaction,
  readTransaction,
  writeTransaction,
} from '../../../src/protocol/tx/transaction.ts';
import { expectFault } from '../../support/faults.ts';
import { realTransactions } from '../chain/transactions.ts';

it('there is a real transaction of each era', () => {
  const types = realTransactions.map(({ hex }) => {
    const { prefix, rct } = readTransaction(fromHex(hex));
    return prefix.version === 1 ? 'v1' : rct!.type;
  });
  expect(new Set(types)).toEqual(new Set(['v1', 0, 1, 2, 3, 4, 5, 6]));
});

describe.each(realTransactions)('the real transaction $id ($era)', ({ id, hex, signingMessage }) => {
  const blob = fromHex(hex);
  const read = () => readTransaction(blob);

  it('is read, written back to the same bytes and hashes to its id', () => {
    const tx = read();
    expect(toHex(writeTransaction(tx))).toBe(hex);
    expect(toHex(txHash(tx))).toBe(id);
    if (signingMessage !== undefined) expect(toHex(signingMessageOf(tx))).toBe(signingMessage);
  });

  it('pruned is a prefix of its bytes and gives the same id', () => {
    const tx = read();
    const { prunable: _, ...rest } = tx;
    const pruned = writeTransaction({ ...rest, signatures: [] });
    expect(toHex(blob.subarray(0, pruned.length))).toBe(toHex(pruned));
    const again = readPrunedTransaction(pruned);
    expect(again.prefix).toEqual(tx.prefix);
    expect(again.rct).toEqual(tx.rct);
    if (tx.prefix.version === 2) expect(prunedTxHash(again, prunableHash(tx))).toEqual(txHash(tx));
  });

  it('cut short or extended by a byte is refused', () => {
    const step = Math.max(1, Math.floor(blob.length / 200));
    for (let n = 0; n < blob.length; n += step) expectFault(() => readTransaction(blob.subarray(0, n)));
    expectFault(() => readTransaction(concat(blob, Uint8Array.of(0))), 'trailing_bytes');
  });
});
