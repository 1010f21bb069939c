/** Records that came before what they belong to, in a companion or from before a rescan: used once, when the scan finds it. */
import type { Payees } from '../state/records/payments.ts';
import type { Draft } from './draft.ts';

type Tables = Pick<Draft, 'get' | 'delete'>;

/** Whom this transaction pays, if a companion said so. `txid`: in hex. */
export function takePayees(draft: Tables, txid: string): Payees | undefined {
  const payees = draft.get('payees', txid);
  if (payees) draft.delete('payees', txid);
  return payees;
}

/** Whether to freeze the output with this one-time key (hex). */
export function takeFreezing(draft: Tables, key: string): boolean {
  const freeze = draft.get('toFreeze', key) !== undefined;
  if (freeze) draft.delete('toFreeze', key);
  return freeze;
}
