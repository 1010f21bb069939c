/** Estimates what a payment costs at each fee level. Prepares payments, which gives the exact amounts. */
import type { Client, Result } from '../../../client/client.ts';
import { amountText } from '../../format/format.ts';
import type { Transfer } from '../../state/model.ts';

export interface WantedPayment {
  readonly account: number;
  /** At least one. */
  readonly destinations: Transfer['destinations'];
  /** Send all unlocked money to the only destination; its amount is not used. */
  readonly all: boolean;
  /** The destinations pay the fee, in equal parts. */
  readonly subtractFee: boolean;
  /** Key images of the coins to spend, all of them; empty: the worker chooses. */
  readonly coins: readonly string[];
}
/** The cost of a payment: estimated for a fee level, or exact when the payment is prepared. */
export interface Level {
  readonly priority: number;
  readonly fee: bigint;
  /** Amount that the payees get. */
  readonly amount: bigint;
  /** The amount of each payee; empty until the payment is prepared. */
  readonly payees: Transfer['destinations'];
  /** Amounts of the outputs that the payment spends. */
  readonly coins: readonly bigint[];
  readonly change: bigint;
  /** Amount that can still be spent after the payment, while its change is locked. */
  readonly meanwhile: bigint;
  /** Number of recipients that each of its transactions pays, in their order. */
  readonly parts: readonly number[];
  /** The unlocked money does not cover amount and fee. */
  readonly tooMuch: boolean;
}
/** A payment that the worker keeps: `x_send_prepared` sends it and `x_drop_prepared` deletes it. */
export interface PreparedCost {
  readonly id: string;
  /** The exact amounts. */
  readonly level: Level;
}

/** The cost at each level. `x_preview` asks the node nothing about this payment. */
export async function costOf(client: Client, wanted: WantedPayment): Promise<readonly Level[]> {
  const { levels = [] } = await client.call('x_preview', { ...paramsOf(wanted), sweep: wanted.all });
  return levels.map((level) => ({
    ...numbersOf(level),
    priority: level.priority,
    tooMuch: level.too_much ?? false,
  }));
}

/** Prepares the payment at this fee level; a sweep takes all money instead of the amount. Sends nothing. */
export async function prepare(
  client: Client,
  wanted: WantedPayment,
  priority: number,
): Promise<PreparedCost> {
  const common = { account_index: wanted.account, priority, key_images: wanted.coins };
  const address = wanted.destinations[0]?.address ?? '';
  const prepared = wanted.all
    ? await client.call('x_prepare_sweep', { ...common, address })
    : await client.call('x_prepare_transfer', { ...common, ...paramsOf(wanted) });
  return { id: prepared.id, level: { ...numbersOf(prepared), priority, tooMuch: false } };
}

/** True if both payments pay the same from the same coins. */
export function isSamePayment(a: WantedPayment, b: WantedPayment): boolean {
  return identityOf(a) === identityOf(b);
}

const identityOf = ({ account, all, subtractFee, coins, destinations }: WantedPayment): string =>
  [account, all, subtractFee, coins, destinations.map(({ address, amount }) => [address, amount])].join();

const paramsOf = ({ account, destinations, subtractFee, coins }: WantedPayment) => ({
  destinations: [...destinations],
  account_index: account,
  key_images: coins,
  ...(subtractFee && { subtract_fee_from_outputs: destinations.map((_, i) => i) }),
});

const numbersOf = (wire: Omit<Result<'x_prepare_transfer'>, 'id'>): Omit<Level, 'priority' | 'tooMuch'> => ({
  fee: wire.fee,
  amount: wire.amount,
  payees: (wire.destinations ?? []).map(({ address, amount }) => ({ address, amount })),
  coins: (wire.inputs ?? []).map(({ amount }) => amount),
  change: wire.change,
  meanwhile: wire.unlocked_after,
  parts: (wire.transactions ?? []).map(({ recipients }) => recipients),
});

/** A sentence about what has changed since the estimate; empty when nothing has. */
export function difference(shown: Level, prepared: Level): string {
  if (prepared.fee === shown.fee && prepared.amount === shown.amount && prepared.change === shown.change)
    return '';
  const what =
    prepared.fee !== shown.fee
      ? `The fee is ${amountText(prepared.fee)} now, not ${amountText(shown.fee)}.`
      : prepared.amount !== shown.amount
        ? `The amount is ${amountText(prepared.amount)} now, not ${amountText(shown.amount)}.`
        : 'The payment spends other coins than first shown.';
  return `${what} Check the amounts again, then send.`;
}
