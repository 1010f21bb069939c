/**
 * Payees and freeze marks from a companion or from before a rescan, applied once, when the scan finds their transaction or output.
 */
import type { Payees } from '../state/records/payments.ts';
import type { Draft } from './draft.ts';

type Tables = Pick<Draft, 'get' | 'delete'>;

/** Takes the payees that were recorded for this transaction. `txid`: in hex. */
export function takePayees(draft: Tables, txid: string): Payees | undefined {
  const payees = draft.get('payees', txid);
  if (payees) draft.delete('payees', txid);
  return payees;
}

/** Takes the freeze mark of the output with this one-time key (hex); true if there was one. */
export function takeFreezing(draft: Tables, key: string): boolean {
  const freeze = draft.get('toFreeze', key) !== undefined;
  if (freeze) draft.delete('toFreeze', key);
  return freeze;
}
