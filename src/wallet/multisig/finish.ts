/** Puts a complete multisig signature into its transaction. Upstream: `tx_builder_ringct_t::finalize_tx`. */
import type { Attempt } from '../../protocol/multisig/tx-set.ts';
import { findRctFlaw } from '../../protocol/rct/verify.ts';
import type { Transaction } from '../../protocol/tx/types.ts';
import type { TxInputPlan } from '../spend/build-tx.ts';

/** The transaction with the responses of one group of signers at the real ring members. */
export function finished(
  inputs: readonly TxInputPlan[],
  tx: Transaction,
  { c0, s }: Pick<Attempt, 'c0' | 's'>,
): Transaction {
  const { prunable } = tx;
  if (!prunable) throw new Error('a pruned transaction cannot be signed');
  const clsags = prunable.clsags.map((clsag, i) => ({
    ...clsag,
    c1: c0[i]!,
    s: clsag.s.map((each, member) => (member === inputs[i]!.ring.realIndex ? s[i]! : each)),
  }));
  return { ...tx, prunable: { ...prunable, clsags } };
}

/** The flaw for which a node would refuse the transaction; undefined without one. */
export function flawOf(inputs: readonly TxInputPlan[], tx: Transaction): ReturnType<typeof findRctFlaw> {
  return findRctFlaw(
    tx,
    inputs.map(({ ring }) => ring.members),
  );
}
