/** Prepared payments that wait in the worker, in wire form. */
import type { PreparedPayment } from '../../wallet/types.ts';
import type { Infer } from '../../base/shape.ts';
import { count, listOf, obj, str, u64 } from '../schema.ts';
import { destination } from './shapes.ts';

/** Exact numbers of the prepared transactions; x_preview estimates the same. */
export const preparedResult = {
  id: str,
  fee: u64,
  amount: u64,
  // What each payee gets.
  destinations: listOf(destination),
  inputs: listOf(obj({ amount: u64 })),
  change: u64,
  unlocked_after: u64,
  // Its transactions; `recipients` of the destinations each, in order.
  transactions: listOf(obj({ recipients: count, fee: u64 })),
};

export function toPreparedResult({
  inputs,
  unlockedAfter,
  txs,
  ...rest
}: PreparedPayment): Infer<typeof preparedResult> {
  return {
    ...rest,
    inputs: inputs.map((amount) => ({ amount })),
    unlocked_after: unlockedAfter,
    transactions: txs.map(({ payees, fee }) => ({ recipients: payees, fee })),
  };
}
