/**
 * Plans the transactions of a payment or sweep: which outputs each one spends and what it pays. Uses no keys and no
 * network.
 * Upstream: `wallet2::create_transactions_2`, `create_transactions_all`, `create_transactions_from`.
 */
import { sumAmounts } from '../../base/amount.ts';
import type { KeyImage } from '../../base/brands.ts';
import { equalBytes } from '../../base/bytes.ts';
import { isFault } from '../../base/fault.ts';
import type { Random } from '../../ports/random.ts';
import type { Address } from '../../protocol/address/address.ts';
import { MAX_TX_OUTPUTS } from '../../protocol/tx/rules.ts';
import { below, shuffled } from '../decoys/gamma.ts';
import { fault } from '../faults.ts';
import { balanceByMinor, balanceOf } from '../ledger/balance.ts';
import { obstaclesIn } from '../ledger/coins.ts';
import type { WalletState } from '../state/state.ts';
import type { OwnedOutput } from '../state/records/outputs.ts';
import { chosenOutputs } from './chosen.ts';
import { estimateFee, feeToBegin, leastFee, leastWorthSpending, maxInputs } from './estimates.ts';
import type { FeeRate } from './fees.ts';
import type { IsReserved } from './reservations.ts';
import { conflictingInputs, openRefusals } from './refused.ts';
import { selectInputs } from './select.ts';

export interface Payee {
  readonly address: Address;
  /** The address as the user typed it. */
  readonly text: string;
  readonly amount: bigint;
}
export interface PlannedTx {
  readonly inputs: readonly OwnedOutput[];
  readonly payees: readonly Payee[];
  /** The payers of the fee: the sender (from the change), these payees by index, or all payees (a sweep). */
  readonly feeFrom: 'change' | 'payees' | readonly number[];
}

export interface SpendSource {
  readonly account: number;
  /** Absent or empty: all addresses of the account. */
  readonly minors?: readonly number[];
  /** Spend exactly these outputs, whatever `minors` says. Absent or empty: the plan chooses. */
  readonly chosen?: readonly KeyImage[];
  /** Outputs that the plan must not choose, because another payment is spending them now. Default: none. */
  readonly isReserved?: IsReserved;
}

/** Outputs that can be spent now and are worth the fee for spending them. */
export function spendable(
  state: WalletState,
  { account, minors, isReserved }: SpendSource,
  rate: Pick<FeeRate, 'perByte' | 'costs'>,
  now: number,
): OwnedOutput[] {
  const least = leastWorthSpending(rate);
  const obstacleOf = obstaclesIn(state, now);
  return state.outputs.filter(
    (output) =>
      output.subaddress.major === account &&
      (!minors?.length || minors.includes(output.subaddress.minor)) &&
      output.amount > 0n &&
      output.amount >= least &&
      obstacleOf(output) === undefined &&
      !isReserved?.(output),
  );
}

/** Counts outputs that are worth less than their fee, too. */
const ANY_WORTH = { perByte: 0n };

export interface PaymentRequest extends SpendSource {
  readonly payees: readonly Payee[];
  /** Indices of payees that pay the fee instead of the sender. */
  readonly subtractFeeFrom?: readonly number[];
}

/** The first attempt takes the least fee; another one follows when the real fee was higher. */
export interface FeeAttempt {
  /** Piconero that are added to each fee. */
  readonly margin: bigint;
  /** All that can be spent is spent, if one transaction holds it. */
  readonly everything?: boolean;
}
const FIRST_ATTEMPT: FeeAttempt = { margin: 0n };

/**
 * A payment to more payees than one transaction holds is divided in the order of the payees. Own faults:
 * no_destination, zero_amount, no_such_fee_payer, not_enough_money, not_enough_unlocked_money, tx_not_possible,
 * may_pay_twice; too_few_outputs: the money is enough, but lies in too few outputs for all transactions;
 * tx_too_large, only with `subtractFeeFrom` or `chosen`: one transaction is not enough; with `chosen` also
 * chosen_too_little and too_many_destinations.
 */
export function planPayment(
  state: WalletState,
  random: Random,
  requested: PaymentRequest,
  rate: FeeRate,
  now: number,
  attempt: FeeAttempt = FIRST_ATTEMPT,
): PlannedTx[] {
  const { payees, subtractFeeFrom = [] } = requested;
  if (payees.length === 0) throw fault('no_destination');
  if (payees.some(({ amount }) => amount === 0n)) throw fault('zero_amount');
  const last = subtractFeeFrom.reduce((most, index) => Math.max(most, index), -1);
  if (last >= payees.length) throw fault('no_such_fee_payer', { index: last });
  if (requested.chosen?.length) return [planChosen(state, requested, rate, now, attempt)];
  const candidates = spendable(state, requested, rate, now);
  checkFunds(state, requested, rate, now);
  const requiredFor = requiredInputs(state, requested, now);
  if (subtractFeeFrom.length > 0) {
    if (payees.length >= MAX_TX_OUTPUTS) throw fault('tx_too_large', { transactions: 2 });
    const inputs = selectInputs({
      random,
      candidates,
      needed: () => sumAmounts(payees),
      maxInputs: maxInputs(payees.length + 1, rate),
      required: requiredFor([]),
    });
    if (!inputs) throw fault('tx_too_large', { transactions: 2 });
    return [{ inputs, payees, feeFrom: subtractFeeFrom }];
  }
  const division: Division = { random, candidates, payees, rate, attempt, requiredFor };
  try {
    return divide(division);
  } catch (error) {
    if (!isFault(error) || error.code !== 'too_few_outputs') throw error;
    // With fewer outputs in each of the first transactions there may be enough of them for all.
    return divide({ ...division, sparing: true });
  }
}

interface Division {
  readonly random: Random;
  readonly candidates: readonly OwnedOutput[];
  readonly payees: readonly Payee[];
  readonly rate: FeeRate;
  readonly attempt: FeeAttempt;
  readonly requiredFor: (plans: readonly PlannedTx[]) => OwnedOutput[];
  readonly sparing?: boolean;
}

/** Plans as many transactions as payees and inputs need. Faults tx_not_possible, too_few_outputs, may_pay_twice. */
const divide = ({ candidates, payees, attempt, ...given }: Division): PlannedTx[] => {
  const { random, rate, requiredFor, sparing = false } = given;
  const { margin, everything = false } = attempt;
  const plans: PlannedTx[] = [];
  let waiting: readonly Payee[] = payees;
  let unused = candidates;
  /** Comes back from the transactions so far, but is locked until they are in ten blocks. */
  let change = 0n;
  while (waiting.length > 0) {
    const group = waiting.slice(0, MAX_TX_OUTPUTS - 1);
    const outputs = Math.max(2, group.length + 1);
    const feeFor = (n: number): bigint => leastFee(rate, n, outputs) + margin;
    const limit = maxInputs(outputs, rate);
    const required = requiredFor(plans);
    const all = [...required, ...without(unused, required)];
    const inputs = selectInputs({
      random,
      candidates: unused,
      needed: (n) => sumAmounts(group) + feeFor(n),
      maxInputs: limit,
      required: everything && all.length <= limit ? all : required,
      sparing,
    });
    if (inputs) {
      plans.push({ inputs, payees: group, feeFrom: 'change' });
      change += sumAmounts(inputs) - sumAmounts(group) - feeFor(inputs.length);
      waiting = waiting.slice(group.length);
      unused = without(unused, inputs);
      continue;
    }
    // Too much for one transaction: this one spends the largest outputs, the next ones pay the rest.
    const largest = without(unused, required).sort((a, b) => (b.amount > a.amount ? 1 : -1));
    const most = [...required, ...largest].slice(0, limit);
    const payable = sumAmounts(most) - estimateFee(rate, most.length, group, outputs) - margin;
    const { paid, rest } = payUpTo(group, payable > 0n ? payable : 0n);
    const last = without(unused, most).length === 0;
    if (most.length === 0 || payable <= 0n || (last && sumAmounts(rest) > 0n)) {
      const fee = feeFor(Math.max(1, most.length));
      if (plans.length > 0 && change + sumAmounts(unused) >= sumAmounts(waiting) + fee)
        throw fault('too_few_outputs', {
          transactions: plans.length + Math.ceil(waiting.length / (MAX_TX_OUTPUTS - 1)),
          payable: payees.length - waiting.length,
        });
      throw fault('tx_not_possible', {
        available: sumAmounts(candidates),
        needed: sumAmounts(payees),
        fee,
      });
    }
    plans.push({ inputs: most, payees: paid, feeFrom: 'change' });
    waiting = [...rest, ...waiting.slice(MAX_TX_OUTPUTS - 1)];
    unused = without(unused, most);
  }
  return plans;
};

/** One transaction that spends all chosen outputs. What is left after the fee returns as change. */
const planChosen = (
  state: WalletState,
  { account, chosen = [], payees, subtractFeeFrom = [] }: PaymentRequest,
  rate: FeeRate,
  now: number,
  { margin }: FeeAttempt,
): PlannedTx => {
  const inputs = chosenOutputs(state, account, chosen, now);
  if (payees.length >= MAX_TX_OUTPUTS)
    throw fault('too_many_destinations', { n: payees.length, max: MAX_TX_OUTPUTS - 1 });
  const outputs = payees.length + 1;
  const limit = maxInputs(outputs, rate);
  if (inputs.length > limit) throw fault('tx_too_large', { transactions: Math.ceil(inputs.length / limit) });
  const feeFrom = subtractFeeFrom.length > 0 ? subtractFeeFrom : 'change';
  const fee = feeFrom === 'change' ? leastFee(rate, inputs.length, Math.max(2, outputs)) + margin : 0n;
  const available = sumAmounts(inputs);
  const needed = sumAmounts(payees) + fee;
  if (available < needed) throw fault('chosen_too_little', { available, needed });
  return { inputs, payees, feeFrom };
};

/**
 * For the transaction that follows `plans`: the inputs that it must share with refused transactions, so that the
 * network can mine either it or the refused ones, not both. Outputs worth less than their fee are allowed here.
 */
const requiredInputs = (
  state: WalletState,
  source: SpendSource,
  now: number,
): ((plans: readonly PlannedTx[]) => OwnedOutput[]) => {
  const refusals = openRefusals(state, source.account);
  if (refusals.length === 0) return () => [];
  const candidates = spendable(state, source, ANY_WORTH, now);
  return (plans) =>
    conflictingInputs(
      refusals,
      without(
        candidates,
        plans.flatMap(({ inputs }) => inputs),
      ),
    );
};

const without = (all: readonly OwnedOutput[], used: readonly OwnedOutput[]): OwnedOutput[] => {
  const gone = new Set(used);
  return all.filter((each) => !gone.has(each));
};

/** Pays the payees in order until `available` (piconero) is used up. `rest`: what they do not get. */
const payUpTo = (payees: readonly Payee[], available: bigint): { paid: Payee[]; rest: Payee[] } => {
  const paid: Payee[] = [];
  const rest: Payee[] = [];
  let left = available;
  for (const payee of payees) {
    const part = payee.amount < left ? payee.amount : left;
    if (part > 0n) paid.push({ ...payee, amount: part });
    if (part < payee.amount) rest.push({ ...payee, amount: payee.amount - part });
    left -= part;
  }
  return { paid, rest };
};

/** Faults not_enough_money and not_enough_unlocked_money, before the wallet asks the node anything. */
const checkFunds = (
  state: WalletState,
  { account, minors, payees, subtractFeeFrom }: PaymentRequest,
  rate: FeeRate,
  now: number,
): void => {
  const fee = feeToBegin(rate);
  const paid = sumAmounts(payees);
  const needed = subtractFeeFrom?.length ? (paid > fee ? paid : fee) : paid + fee;
  const rows = [...balanceByMinor(state, account, false, now)].filter(
    ([minor]) => !minors?.length || minors.includes(minor),
  );
  // Pending change counts as locked money, not as missing money.
  const available = rows.reduce((total, [, { balance }]) => total + balance, 0n);
  if (needed > available) throw fault('not_enough_money', { available, needed });
  const unlocked = rows.reduce((total, row) => total + row[1].unlocked, 0n);
  if (needed > unlocked) throw fault('not_enough_unlocked_money', { unlocked, needed });
};

export interface SweepRequest extends SpendSource {
  readonly address: Address;
  readonly text: string;
  readonly outputs: number;
  /** Spend only outputs below this amount; 0: all. */
  readonly below: bigint;
  /** Without `minors`: all addresses of the account instead of a random one. */
  readonly allMinors: boolean;
  readonly only?: Pick<OwnedOutput, 'key'>;
}

/** Own faults: nothing_to_sweep, too_many_destinations, may_pay_twice. */
export function planSweep(
  state: WalletState,
  random: Random,
  requested: SweepRequest,
  rate: FeeRate,
  now: number,
): PlannedTx[] {
  const { account, chosen = [], only } = requested;
  const found =
    chosen.length > 0
      ? chosenOutputs(state, account, chosen, now)
      : only
        ? spendable(state, requested, ANY_WORTH, now).filter(({ key }) => equalBytes(key, only.key))
        : spendable(state, requested, rate, now);
  const all = found.filter(({ amount }) => requested.below === 0n || amount < requested.below);
  const swept =
    chosen.length > 0 || requested.minors?.length || requested.allMinors || only
      ? all
      : oneAddress(state, random, all);
  if (swept.length === 0) {
    if (found.length > 0) throw fault('nothing_to_sweep', { among: 'below' });
    const isDust = spendable(state, requested, ANY_WORTH, now).length > 0;
    const isElsewhere = balanceOf(state, account, false, now).unlocked > 0n;
    throw fault('nothing_to_sweep', { among: isDust ? 'dust' : isElsewhere ? 'addresses' : 'account' });
  }
  const isEverything = requested.allMinors && !requested.minors?.length && requested.below === 0n;
  // Part of the account may lack the money of a refused transaction. Chosen outputs were compared with them already.
  if (!only && !isEverything) conflictingInputs(openRefusals(state, account), swept);
  if (requested.outputs > MAX_TX_OUTPUTS)
    throw fault('too_many_destinations', { n: requested.outputs, max: MAX_TX_OUTPUTS });
  const payees = Array.from({ length: requested.outputs }, () => ({
    address: requested.address,
    text: requested.text,
    amount: 0n,
  }));
  const limit = maxInputs(Math.max(2, requested.outputs), rate);
  // Divide evenly: a last transaction with almost no money could not pay its fee.
  const size = Math.ceil(swept.length / Math.ceil(swept.length / limit));
  const plans: PlannedTx[] = [];
  const mixed = shuffled(random, swept);
  for (let at = 0; at < mixed.length; at += size)
    plans.push({ inputs: mixed.slice(at, at + size), payees, feeFrom: 'payees' });
  return plans;
}

/**
 * The outputs of one random address with money, as upstream: a transaction that spends from several addresses may show
 * that they belong to one wallet. The first address of the account is taken only if no other has money. Addresses whose
 * outputs a refused transaction spends are preferred, so that the network can mine only one of the two.
 */
const oneAddress = (state: WalletState, random: Random, all: readonly OwnedOutput[]): OwnedOutput[] => {
  const account = all[0]?.subaddress.major ?? 0;
  const refusedInputs = new Set(openRefusals(state, account).flatMap(({ inputs }) => inputs));
  const refused = new Set(
    all.filter((each) => refusedInputs.has(each)).map(({ subaddress }) => subaddress.minor),
  );
  const outputs = refused.size > 0 ? all.filter(({ subaddress }) => refused.has(subaddress.minor)) : all;
  const minors = [...new Set(outputs.map(({ subaddress }) => subaddress.minor))];
  const others = minors.filter((minor) => minor !== 0);
  const pool = others.length > 0 ? others : minors;
  const minor = pool[pool.length > 0 ? below(random, pool.length) : 0];
  return outputs.filter(({ subaddress }) => subaddress.minor === minor);
};
