import { beforeAll, describe, expect, test } from 'vitest';
import { asCommitment, asKeyImage } from '../../../../src/base/brands.ts';
import { kernel } from '../../../../src/kernel/kernel.ts';
import { findRctFlaw } from '../../../../src/protocol/rct/verify.ts';
import type { KeyInput, RctBase, RctPrunable, Transaction } from '../../../../src/protocol/tx/types.ts';
import type { TransactionWithRings } from '../../../vectors/chain/transactions.ts';
import { mainnetTransaction, testChainTransaction } from './fixtures.ts';

const withBase = (tx: Transaction, change: Partial<RctBase>): Transaction => ({
  ...tx,
  rct: { ...tx.rct!, ...change },
});
const withPrunable = (tx: Transaction, change: Partial<RctPrunable>): Transaction => ({
  ...tx,
  prunable: { ...tx.prunable!, ...change },
});
const withInput = (tx: Transaction, index: number, change: Partial<KeyInput>): Transaction => {
  const input = { ...(tx.prefix.inputs[index] as KeyInput), ...change };
  return { ...tx, prefix: { ...tx.prefix, inputs: tx.prefix.inputs.with(index, input) } };
};

describe('real transactions', () => {
  let tx: Transaction;
  let rings: TransactionWithRings['rings'];
  beforeAll(() => {
    ({ tx, rings } = testChainTransaction());
  });

  test('have no flaw', () => {
    expect(findRctFlaw(tx, rings)).toBeUndefined();
    const mainnet = mainnetTransaction();
    expect(findRctFlaw(mainnet.tx, mainnet.rings)).toBeUndefined();
  });

  test('with another fee do not balance', () => {
    expect(findRctFlaw(withBase(tx, { fee: tx.rct!.fee + 1n }), rings)).toBe('balance');
  });

  test('with pseudo outputs that are not points do not balance', () => {
    const pseudoOuts = tx.prunable!.pseudoOuts.with(0, asCommitment(new Uint8Array(32).fill(0xff)));
    expect(findRctFlaw(withPrunable(tx, { pseudoOuts }), rings)).toBe('balance');
  });

  test('with a changed range proof fail before the signatures are checked', () => {
    const [proof] = tx.prunable!.bulletproofsPlus;
    const changed = { ...proof!, B: kernel.pointAdd(proof!.B, proof!.B) };
    expect(findRctFlaw(withPrunable(tx, { bulletproofsPlus: [changed] }), rings)).toBe('range_proof');
  });

  test('have signatures over the prefix, the encrypted amounts and the pseudo outputs', () => {
    const extra = tx.prefix.extra.with(5, tx.prefix.extra[5]! ^ 1);
    expect(findRctFlaw({ ...tx, prefix: { ...tx.prefix, extra } }, rings)).toBe('ring_signature');
    const ecdh = tx.rct!.ecdh.toReversed();
    expect(findRctFlaw(withBase(tx, { ecdh }), rings)).toBe('ring_signature');
    const pseudoOuts = tx.prunable!.pseudoOuts.toReversed();
    expect(findRctFlaw(withPrunable(tx, { pseudoOuts }), rings)).toBe('ring_signature');
  });

  test('need the right rings in the right order', () => {
    expect(findRctFlaw(tx, rings.toReversed())).toBe('ring_signature');
    expect(findRctFlaw(tx, rings.slice(1))).toBe('shape');
    expect(findRctFlaw(tx, [rings[0]!.slice(1), rings[1]!])).toBe('shape');
  });

  test('may contain a key image once, and only from the prime subgroup', () => {
    const { keyImage } = tx.prefix.inputs[0] as KeyInput;
    expect(findRctFlaw(withInput(tx, 1, { keyImage }), rings)).toBe('key_image');
    const torsion = Uint8Array.from(Buffer.from('ec'.padEnd(62, 'f') + '7f', 'hex'));
    const impure = kernel.pointAdd(keyImage, torsion);
    expect(findRctFlaw(withInput(tx, 0, { keyImage: asKeyImage(impure) }), rings)).toBe('key_image');
  });

  test('may contain each ring member once', () => {
    const { keyOffsets } = tx.prefix.inputs[0] as KeyInput;
    expect(findRctFlaw(withInput(tx, 0, { keyOffsets: keyOffsets.with(3, 0n) }), rings)).toBe('shape');
  });

  test('that are pruned, of other types or with wrong counts are refused', () => {
    const { prunable: _dropped, ...pruned } = tx;
    expect(findRctFlaw(pruned, rings)).toBe('shape');
    expect(findRctFlaw(withBase(tx, { type: 5 }), rings)).toBe('shape');
    expect(findRctFlaw(withBase(tx, { commitments: tx.rct!.commitments.slice(1) }), rings)).toBe('shape');
    expect(findRctFlaw(withPrunable(tx, { clsags: tx.prunable!.clsags.slice(1) }), rings)).toBe('shape');
    expect(findRctFlaw(withPrunable(tx, { bulletproofsPlus: [] }), rings)).toBe('shape');
    expect(findRctFlaw(withInput(tx, 0, { amount: 1n }), rings)).toBe('shape');
  });
});
