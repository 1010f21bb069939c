/** The cost of a payment, in wire form: estimated by x_preview, exact when it is prepared. */
import type { Infer } from '../../base/shape.ts';
import type { Cost, PreparedPayment } from '../../wallet/types.ts';
import { count, listOf, obj, str, u64 } from '../schema.ts';
import { destination } from './shapes.ts';

/**
 * `transactions`: each pays the next `recipients` entries of the destinations, in order. `unlocked_after`: the amount that
 * can be spent until the change unlocks.
 */
export const costShape = {
  fee: u64,
  amount: u64,
  inputs: listOf(obj({ amount: u64 })),
  change: u64,
  unlocked_after: u64,
  transactions: listOf(obj({ recipients: count, fee: u64 })),
};

export function toCost({ fee, amount, inputs, change, unlockedAfter, txs }: Cost): Infer<typeof costShape> {
  return {
    ...{ fee, amount, change, unlocked_after: unlockedAfter },
    inputs: inputs.map((each) => ({ amount: each })),
    transactions: txs.map((tx) => ({ recipients: tx.payees, fee: tx.fee })),
  };
}

/**
 * A prepared payment, which the wallet's worker keeps until x_send_prepared or x_drop_prepared. `destinations`: what each
 * payee gets.
 */
export const preparedResult = { id: str, ...costShape, destinations: listOf(destination) };

export function toPreparedResult(payment: PreparedPayment): Infer<typeof preparedResult> {
  return { id: payment.id, ...toCost(payment), destinations: payment.destinations };
}
