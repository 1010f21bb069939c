/** Estimates what a payment costs at each fee level, and prepares it, which gives the exact numbers. */
import type { Client } from '../../../client/client.ts';
import { amountText } from '../../format/format.ts';

export interface PaymentRequest {
  readonly account: number;
  readonly address: string;
  /** Send everything that can be spent instead of an amount. */
  readonly all: boolean;
}
export interface Level {
  readonly priority: number;
  readonly fee: bigint;
  /** Amount that the payee gets. */
  readonly amount: bigint;
  readonly coins: readonly bigint[];
  readonly change: bigint;
  /** Amount that can be spent until the change is unlocked. */
  readonly meanwhile: bigint;
  readonly tooMuch: boolean;
}
/** A payment that the worker has prepared: it is sent or dropped by its id. */
export interface Prepared {
  readonly id: string;
  /** The exact numbers. */
  readonly level: Level;
}

/** The cost at each level; the node learns nothing. */
export async function costOf(
  client: Client,
  wanted: PaymentRequest,
  amount: bigint,
): Promise<readonly Level[]> {
  const { levels = [] } = await client.call('x_preview', {
    destinations: [{ address: wanted.address, amount }],
    account_index: wanted.account,
    sweep: wanted.all,
  });
  return levels.map((level) => ({
    ...numbersOf(level),
    priority: level.priority,
    tooMuch: level.too_much ?? false,
  }));
}

/** Prepares the payment with the numbers of `shown`; sends nothing. */
export async function prepare(
  client: Client,
  { account, address, all }: PaymentRequest,
  { priority, amount }: Level,
): Promise<Prepared> {
  const common = { account_index: account, priority };
  const prepared = all
    ? await client.call('x_prepare_sweep', { ...common, address })
    : await client.call('x_prepare_transfer', { ...common, destinations: [{ address, amount }] });
  return { id: prepared.id, level: { ...numbersOf(prepared), priority, tooMuch: false } };
}

const numbersOf = (wire: {
  readonly fee: bigint;
  readonly amount: bigint;
  readonly inputs?: readonly { readonly amount: bigint }[] | undefined;
  readonly change: bigint;
  readonly unlocked_after: bigint;
}): Omit<Level, 'priority' | 'tooMuch'> => ({
  fee: wire.fee,
  amount: wire.amount,
  coins: (wire.inputs ?? []).map(({ amount }) => amount),
  change: wire.change,
  meanwhile: wire.unlocked_after,
});

/** A sentence about why the numbers have changed; empty when they have not. */
export function difference(shown: Level, prepared: Level): string {
  if (prepared.fee === shown.fee && prepared.amount === shown.amount && prepared.change === shown.change)
    return '';
  return prepared.fee === shown.fee
    ? 'Other coins pay than first shown. Look at the numbers again, then send.'
    : `The fee is ${amountText(prepared.fee)} now, not ${amountText(shown.fee)}. Look at the numbers again, then send.`;
}
