/** Sent payments that wait for a block for longer than usual. Times are milliseconds. */
import { counted } from '../format/format.ts';
import type { Transfer } from '../state/model.ts';

/** A block is mined every two minutes, so after half an hour something is in the way: the fee, the node or the network. */
const LATE_MS = 30 * 60_000;
/** Earlier if the node does not show it. A node may keep a new payment to itself for some minutes (Dandelion++). */
const LATE_MISSING_MS = 10 * 60_000;
/** Reads of the node's pool in a row without the payment; the worker gives it up only then, too. */
const MISSING = 3;

/** The node does not show this waiting payment. */
export function isMissing({ missing }: Pick<Transfer, 'missing'>): boolean {
  return missing >= MISSING;
}

export function isLate(transfer: Transfer, now: number): boolean {
  const { state, incoming, time } = transfer;
  return state === 'waiting' && !incoming && now - time >= (isMissing(transfer) ? LATE_MISSING_MS : LATE_MS);
}

/** `45 minutes`, `3 hours`, `2 days`. */
export function waitedFor(transfer: Pick<Transfer, 'time'>, now: number): string {
  const minutes = Math.floor((now - transfer.time) / 60_000);
  if (minutes < 120) return counted(minutes, ['# minute', '# minutes']);
  const hours = Math.floor(minutes / 60);
  if (hours < 48) return counted(hours, ['# hour', '# hours']);
  return counted(Math.floor(hours / 24), ['# day', '# days']);
}
