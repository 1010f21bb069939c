/**
 * Payees and freeze marks from a companion or from before a rescan, applied once, when the scan finds their transaction or output.
 */
import { toHex } from '../../base/hex.ts';
import type { Payees } from '../state/records/payments.ts';
import type { Draft } from './draft.ts';

type Tables = Pick<Draft, 'get' | 'delete' | 'isEmpty'>;

/** Takes the payees that were recorded for this transaction. `txid`: in hex. */
export function takePayees(draft: Tables, txid: string): Payees | undefined {
  const payees = draft.get('payees', txid);
  if (payees) draft.delete('payees', txid);
  return payees;
}

/** Takes the freeze mark of the output with this one-time key; true if there was one. */
export function takeFreezing(draft: Tables, oneTimeKey: Uint8Array): boolean {
  if (draft.isEmpty('toFreeze')) return false;
  const key = toHex(oneTimeKey);
  const freeze = draft.get('toFreeze', key) !== undefined;
  if (freeze) draft.delete('toFreeze', key);
  return freeze;
}
