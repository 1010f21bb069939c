/** Estimates the cost of a payment or sweep at a fee rate, without asking the node about any output. */
import { sumAmounts } from '../../base/amount.ts';
import { isFault } from '../../base/fault.ts';
import type { Random } from '../../ports/random.ts';
import { balanceOf } from '../ledger/balance.ts';
import type { WalletState } from '../state/state.ts';
import type { FeeRate } from './fees.ts';
import { estimateFee } from './estimates.ts';
import { planPayment, planSweep, type PaymentRequest, type PlannedTx, type SweepRequest } from './plan.ts';

/** The cost of a payment or sweep, estimated or exact. */
export interface Cost {
  readonly fee: bigint;
  /** Amount that the payees get. */
  readonly amount: bigint;
  readonly inputs: readonly { readonly amount: bigint }[];
  readonly change: bigint;
  /** Amount that can be spent after it, until the change is unlocked. */
  readonly unlockedAfter: bigint;
  /** `recipients`: how many entries of the request the transaction pays, in their order. */
  readonly transactions: readonly { readonly recipients: number; readonly fee: bigint }[];
}

/** Undefined when the money is not enough at this rate. Throws faults that no other rate would avoid. */
export function preview(
  state: WalletState,
  random: Random,
  requested: PaymentRequest | SweepRequest,
  rate: FeeRate,
  now: number,
): Cost | undefined {
  const sweep = 'outputs' in requested;
  const plans = planOrNothing(() =>
    sweep ? planSweep(state, random, requested, rate, now) : planPayment(state, random, requested, rate, now),
  );
  if (!plans) return undefined;
  const inputs = plans.flatMap((plan) => plan.inputs.map(({ amount }) => ({ amount })));
  const totalIn = sumAmounts(inputs);
  const transactions = plans.map((plan) => ({ recipients: plan.payees.length, fee: likelyFee(plan, rate) }));
  const fee = transactions.reduce((sum, each) => sum + each.fee, 0n);
  const paid = sweep ? totalIn - fee : paidBy(requested, fee);
  if (paid <= 0n || totalIn < paid + fee) return undefined;
  return {
    fee,
    amount: paid,
    inputs,
    change: totalIn - paid - fee,
    unlockedAfter: balanceOf(state, requested.account, false, now).unlocked - totalIn,
    transactions,
  };
}

/** The amount for the payees, less the fee if they pay it. */
const paidBy = ({ payees, subtractFeeFrom = [] }: PaymentRequest, fee: bigint): bigint =>
  sumAmounts(payees) - (subtractFeeFrom.length > 0 ? fee : 0n);

/** The estimated fee; if the inputs do not cover it, what they leave for the fee, since the real one may be lower. */
const likelyFee = ({ inputs, payees, feeFrom }: PlannedTx, rate: FeeRate): bigint => {
  const outputs = Math.max(2, payees.length + (feeFrom === 'payees' && !rate.costs ? 0 : 1));
  const estimate = estimateFee(rate, inputs.length, payees, outputs);
  const left = sumAmounts(inputs) - sumAmounts(payees);
  return feeFrom === 'change' && left < estimate ? left : estimate;
};

/** Faults that a lower rate may avoid. */
const TOO_MUCH = [
  'not_enough_money',
  'not_enough_unlocked_money',
  'chosen_too_little',
  'tx_not_possible',
  'nothing_to_sweep',
];

const planOrNothing = (plan: () => PlannedTx[]): PlannedTx[] | undefined => {
  try {
    return plan();
  } catch (error) {
    if (isFault(error) && TOO_MUCH.includes(error.code)) return undefined;
    throw error;
  }
};
