/** The cost of a payment, in wire form: estimated by x_preview, exact when it is prepared. */
import type { Cost } from '../../wallet/types.ts';
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

/** The wire form of the cost of an estimated or of a prepared payment. */
export function toCost<T extends Cost>({ unlockedAfter, ...cost }: T) {
  return { ...cost, unlocked_after: unlockedAfter };
}

/**
 * A prepared payment, which the wallet's worker keeps until x_send_prepared or x_drop_prepared. `destinations`: what each
 * payee gets.
 */
export const preparedResult = { id: str, ...costShape, destinations: listOf(destination) };
