/** Estimates what a payment costs at each fee level. Prepares payments, which gives the exact amounts. */
import type { Client } from '../../../client/client.ts';
import { amountText } from '../../format/format.ts';
import type { PaymentCost, PreparedCost, Transfer } from '../../state/model.ts';

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
/** The cost at a fee level. `tooMuch`: the unlocked money does not cover amount and fee. */
export interface LevelCost extends PaymentCost, Partial<Pick<PreparedCost, 'destinations'>> {
  readonly priority: number;
  readonly tooMuch?: boolean;
}

/** The estimated cost at each level. `x_preview` asks the node nothing about this payment. */
export async function costOf(client: Client, wanted: WantedPayment): Promise<readonly LevelCost[]> {
  const { levels = [] } = await client.call('x_preview', { ...paramsOf(wanted), sweep: wanted.all });
  return levels;
}

/** Prepares the payment at this fee level; a sweep takes all money instead of the amount. Sends nothing. */
export function prepare(client: Client, wanted: WantedPayment, priority: number): Promise<PreparedCost> {
  const { account: accountIndex, coins: keyImages, destinations } = wanted;
  if (!wanted.all) return client.call('x_prepare_transfer', { ...paramsOf(wanted), priority });
  const address = destinations[0]?.address ?? '';
  return client.call('x_prepare_sweep', { address, accountIndex, keyImages, priority });
}

/** True if both payments pay the same from the same coins. */
export function isSamePayment(a: WantedPayment, b: WantedPayment): boolean {
  return identityOf(a) === identityOf(b);
}

const identityOf = ({ account, all, subtractFee, coins, destinations }: WantedPayment): string =>
  [account, all, subtractFee, coins, destinations.map(({ address, amount }) => [address, amount])].join();

const paramsOf = ({ account, destinations, subtractFee, coins }: WantedPayment) => ({
  destinations: [...destinations],
  accountIndex: account,
  keyImages: coins,
  ...(subtractFee && { subtractFeeFromOutputs: destinations.map((_, i) => i) }),
});

/** A sentence about what has changed since the estimate; empty when nothing has. */
export function difference(shown: PaymentCost, prepared: PaymentCost): string {
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
