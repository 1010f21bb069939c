/**
 * The outputs and the fee of a payment: what others get, what the sender gets, and always one more output with the change,
 * so that the fee does not depend on whether something is left.
 * Upstream: `make_carrot_transaction_proposal_v1_transfer`, src/carrot_impl/tx_proposal_utils.cpp of
 * seraphis-migration/monero at 710f1fc9f.
 */
import { sumAmounts } from '../../base/amount.ts';
import { completeProposals, type CarrotChange } from '../carrot/complete.ts';
import type { Proposals } from '../carrot/output-set.ts';
import type { RandomBytes } from '../ring/scalar.ts';
import { fault } from './faults.ts';
import { fcmpFees, type FcmpFeeRates } from './weight.ts';

export interface PlannedFcmpPayment {
  readonly proposals: Proposals;
  readonly fee: bigint;
  readonly change: bigint;
}

/**
 * `available`: amounts of the inputs. Faults `too_little`; `bad_fcmp_shape` for more outputs or inputs than a transaction may have.
 */
export function planFcmpPayment(
  { payments, selfSends }: Proposals,
  available: readonly bigint[],
  {
    rates,
    level,
    changeTo,
  }: {
    readonly rates: FcmpFeeRates;
    /** Index of the rate. */
    readonly level: 0 | 1 | 2 | 3 | 4;
    readonly changeTo: Omit<CarrotChange, 'amount'>;
  },
  random: RandomBytes,
): PlannedFcmpPayment {
  const outputs = Math.max(2, payments.length + selfSends.length + 1);
  const fee = fcmpFees({ inputs: available.length, outputs }, rates)[level];
  const needed = sumAmounts([...payments, ...selfSends]) + fee;
  const change = available.reduce((sum, amount) => sum + amount, 0n) - needed;
  if (change < 0n) throw fault('too_little', { needed });
  // Two outputs to oneself would have one key if they had one type.
  const isPair = payments.length === 0 && selfSends.length === 1 && selfSends[0]!.type === 'change';
  const own = [
    ...selfSends,
    { ...changeTo, amount: change, type: isPair ? ('payment' as const) : ('change' as const) },
  ];
  return {
    proposals: completeProposals({ payments, selfSends: own }, { ...changeTo, amount: 0n }, random),
    fee,
    change,
  };
}
