/**
 * Notes when a payment to a request's address was seen first, in the commit that records the payment. Whether it came
 * in time is decided by that, not by the time of its block.
 */
import type { SubaddressIndex } from '../../ports/scan-pool.ts';
import type { FirstSeen } from '../state/records/requests.ts';
import type { DraftTables } from './draft-tables.ts';

/** Does nothing for other addresses, for requests that never expire, and for a transaction that was noted before. */
export function noteFirstSeen(
  draft: Pick<DraftTables, 'get' | 'put'>,
  { major, minor }: SubaddressIndex,
  seen: FirstSeen,
): void {
  const key = `${major}:${minor}`;
  const request = draft.get('requests', key);
  if (request?.expires === undefined || request.firstSeen.some(({ txid }) => txid === seen.txid)) return;
  draft.put('requests', key, { ...request, firstSeen: [...request.firstSeen, seen] });
}
