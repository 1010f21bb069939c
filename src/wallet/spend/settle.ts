/** The exact amounts of one transaction: the fee from the real weight, then change or the payees' amounts. */
import { sumAmounts } from '../../base/amount.ts';
import { asPublicKey } from '../../base/brands.ts';
import type { Random } from '../../ports/random.ts';
import type { Address } from '../../protocol/address/address.ts';
import { feeForWeight } from '../../protocol/tx/fees.ts';
import type { TxPrefix } from '../../protocol/tx/types.ts';
import { kernel } from '../../kernel/kernel.ts';
import { fault } from '../faults.ts';
import type { AccountRecord } from '../state/records/account.ts';
import { shuffled } from '../decoys/gamma.ts';
import {
  freshSecrets,
  prefixOf,
  randomScalar,
  skeletonOf,
  weightOf,
  type Skeleton,
  type TxInputPlan,
} from './build-tx.ts';
import type { FeeRate } from './fees.ts';
import { hideAmounts, outputKeys, type OutputKeys, type PlannedOutput, type TxSecrets } from './outputs.ts';
import { estimateFee } from './estimates.ts';
import type { Payee, PlannedTx } from './plan.ts';

export interface Settled {
  readonly outputs: readonly PlannedOutput[];
  readonly secrets: TxSecrets;
  readonly skeleton: Skeleton;
  readonly fee: bigint;
  readonly change: bigint;
  /** Each with the exact amount that it gets. */
  readonly payees: readonly Payee[];
}

/**
 * Undefined when the inputs do not cover the real fee: then the caller plans again with a larger estimate of it. Faults:
 * fee_too_high_for_destination, tx_not_possible, built_wrong (a bug).
 */
export function settle(
  random: Random,
  account: AccountRecord,
  plan: PlannedTx,
  inputs: readonly TxInputPlan[],
  rate: FeeRate,
  changeAddress: Address,
): Settled | undefined {
  const available = inputs.reduce((sum, { output }) => sum + output.amount, 0n);
  const order = shuffled(random, [0, ...plan.payees.map((_, i) => i + 1)]);
  let dummy: Address | undefined;
  let keyed: Keyed | undefined;
  let fee = estimateFee(rate, inputs.length, plan.payees, Math.max(2, plan.payees.length + 1));
  // An estimate above the real fee must not refuse what can be paid.
  const left = available - sumAmounts(plan.payees);
  if (plan.feeFrom === 'change' && left < fee) fee = left < 0n ? 0n : left;
  // The transaction contains the fee, whose length changes the weight; one or two steps usually settle it.
  for (let attempt = 0; attempt < 10; attempt++) {
    const divided = divide(plan, available, fee);
    if (!divided) return undefined;
    const { payees, change } = divided;
    // A transaction has at least two outputs. Without change, a single payee's transaction gets a second output of
    // amount 0 to a random address.
    const returned =
      change > 0n
        ? changeAddress
        : payees.length === 1
          ? (dummy ??= randomAddress(random, account))
          : undefined;
    const outputs = inOrder(order, payees, returned && { address: returned, amount: change, change: true });
    if (!keyed || keyed.returned !== returned) {
      const secrets = freshSecrets(random, outputs);
      const keys = outputKeys(outputs, secrets, account.viewSecret);
      keyed = { returned, secrets, keys, prefix: prefixOf(inputs, keys) };
    }
    const { secrets, keys, prefix } = keyed;
    const due = feeForWeight(weightOf(prefix, fee), rate.perByte, rate.mask);
    // Never take less than the due fee. From the sixth attempt on accept slightly more, because two weights may alternate.
    if (due === fee || (due < fee && attempt >= 5)) {
      const skeleton = skeletonOf(inputs, hideAmounts(outputs, keys), fee);
      return { outputs, secrets, skeleton, fee, change, payees };
    }
    fee = due;
  }
  throw fault('built_wrong', { what: 'the fee does not settle' });
}

/** Output keys of an attempt. The next attempt, with another fee, uses them again if it pays the same addresses. */
interface Keyed {
  /** Address of the change or dummy output. Compared by identity: both are made once per transaction. */
  readonly returned: Address | undefined;
  readonly secrets: TxSecrets;
  readonly keys: OutputKeys;
  readonly prefix: TxPrefix;
}

/**
 * Amounts after the fee; undefined when the inputs do not cover it. `feeFrom`: `change`; `payees` for a sweep, where
 * the payees get all the rest; or the indices of the payees that share the fee. In the last case the plan has chosen
 * inputs for at least the payees' amounts.
 */
export function divide(
  { payees, feeFrom }: PlannedTx,
  available: bigint,
  fee: bigint,
): { readonly payees: readonly Payee[]; readonly change: bigint } | undefined {
  const wanted = sumAmounts(payees);
  if (feeFrom === 'change') {
    const change = available - wanted - fee;
    return change < 0n ? undefined : { payees, change };
  }
  if (feeFrom === 'payees') {
    // A sweep: everything less the fee in equal parts, the remainder to the first payee.
    const all = available - fee;
    const count = BigInt(payees.length);
    if (all < count) throw fault('tx_not_possible', { available, needed: count, fee });
    const part = all / count;
    return {
      payees: payees.map((payee, i) => ({ ...payee, amount: i === 0 ? all - part * (count - 1n) : part })),
      change: 0n,
    };
  }
  const payable = feeFrom.reduce((sum, at) => sum + payees[at]!.amount, 0n);
  if (payable < fee) throw fault('tx_not_possible', { available: payable, needed: wanted, fee });
  const payers = BigInt(feeFrom.length);
  const part = fee / payers;
  const rest = Number(fee % payers);
  const reduced = payees.map((payee, i) => {
    const position = feeFrom.indexOf(i);
    if (position < 0) return payee;
    const amount = payee.amount - part - (position < rest ? 1n : 0n);
    if (amount <= 0n) throw fault('fee_too_high_for_destination', { amount: payee.amount, fee });
    return { ...payee, amount };
  });
  return { payees: reduced, change: available - wanted };
}

/** Outputs in a random order: `order` is a permutation in which 0 stands for change and i for payee i - 1. */
const inOrder = (
  order: readonly number[],
  payees: readonly Payee[],
  returned: PlannedOutput | undefined,
): PlannedOutput[] => {
  const placed = [returned, ...payees.map(({ address, amount }) => ({ address, amount, change: false }))];
  return order.map((position) => placed[position]).filter((each) => each !== undefined);
};

const randomAddress = (random: Random, { network }: AccountRecord): Address => ({
  network,
  kind: 'standard',
  spendPublic: asPublicKey(kernel.mulBase(randomScalar(random))),
  viewPublic: asPublicKey(kernel.mulBase(randomScalar(random))),
});
