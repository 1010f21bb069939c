/**
 * Counts the payments since the last saved file or companion. The words of a wallet do not bring back
 * payment keys, notes and contacts, which a file and a companion contain. A reminder comes after many payments, and again
 * after as many when it was put off.
 */
import type { Backup } from '../../state/backups.ts';
import type { Transfer } from '../../state/model.ts';

/** Number of payments since the last file or companion that count as many. */
export const MANY = 10;

/** Number of payments that were sent since the last file or companion was made, and since `later`, or ever. */
export function sentUnsaved(
  transfers: readonly Pick<Transfer, 'txid' | 'kind' | 'state' | 'time'>[],
  { file = 0, companion = 0 }: Backup,
  later = 0,
): number {
  const since = transfers.filter(
    ({ kind, state, time }) =>
      kind === 'out' && state !== 'failed' && time > Math.max(file, companion, later),
  );
  return new Set(since.map(({ txid }) => txid)).size;
}
