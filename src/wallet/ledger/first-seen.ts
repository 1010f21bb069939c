/**
 * Notes when a payment to a request's address was seen first, in the commit that records the payment. Whether it came
 * in time is decided by that, not by the time of its block.
 */
import type { TxId } from '../../base/brands.ts';
import { toHex } from '../../base/hex.ts';
import type { SubaddressIndex } from '../../protocol/keys/subaddress.ts';
import type { DraftTables } from './draft-tables.ts';

/** Does nothing for other addresses, for requests that never expire, and for a transaction that was noted before. */
export function noteFirstSeen(
  draft: Pick<DraftTables, 'get' | 'put'>,
  { major, minor }: SubaddressIndex,
  transaction: { readonly txid: TxId; readonly timestamp: number },
): void {
  const key = `${major}:${minor}`;
  const request = draft.get('requests', key);
  if (request?.expires === undefined) return;
  const txid = toHex(transaction.txid);
  if (request.firstSeen.some((seen) => seen.txid === txid)) return;
  const firstSeen = [...request.firstSeen, { txid, at: transaction.timestamp }];
  draft.put('requests', key, { ...request, firstSeen });
}
