/** Transfers of the wallet, and a cursor for callers that read them in parts. */
import type { TxId } from '../../base/brands.ts';
import { cursorAt, heightOfCursor } from '../ledger/history-cursor.ts';
import {
  entriesOf,
  inPool,
  incoming,
  netOfEntry,
  newestAbove,
  oldestUpTo,
  outgoing,
  type HistoryEntry,
  type HistoryFilter,
} from '../ledger/history.ts';
import { movementsOf } from '../ledger/movements.ts';
import { paymentsBy } from '../ledger/payments.ts';
import { urlIdOf } from '../ledger/url-id.ts';
import type { Core } from './core.ts';

export function createHistory({ state, now }: Pick<Core, 'state' | 'now'>) {
  return {
    /** Number of blocks that the history covers. */
    get height() {
      return state.height;
    },
    entriesOf: (txid: TxId, account: number) => entriesOf(state, txid, account, now()),
    in: (filter: HistoryFilter) => incoming(state, filter, now()),
    out: (filter: HistoryFilter) => outgoing(state, 'confirmed', filter, now()),
    pending: (filter: HistoryFilter) => outgoing(state, 'pending', filter, now()),
    failed: (filter: HistoryFilter) => outgoing(state, 'failed', filter, now()),
    pool: (filter: HistoryFilter) => inPool(state, filter, now()),

    /** Entries with what moved and when it is free; of each transaction all entries must be there. */
    movementsOf: (entries: readonly HistoryEntry[]) =>
      movementsOf(entries, (entry) => netOfEntry(state, entry)),

    /** The height above which the newest `count` confirmed entries are. */
    newestAbove: (filter: HistoryFilter, count: number) => newestAbove(state, filter, count),
    /** The height up to which the oldest `count` confirmed entries are; undefined when there are no more. */
    oldestUpTo: (filter: HistoryFilter, count: number) => oldestUpTo(state, filter, count),
    /** A cursor for a caller that has read up to this height. */
    cursorAt: (height: number) => cursorAt(state, height),
    /** Undefined: not a cursor of this wallet. `replaces`: a reorg removed blocks that the caller has read. */
    heightOfCursor: (cursor: string) => heightOfCursor(state, cursor),
    /** An id of the transaction for addresses of this app: it tells nobody else which transaction it is. */
    urlIdOf: (txid: TxId) => urlIdOf(state.account, txid),

    /** Incoming payments with this payment id (64 digits), or with any. */
    paymentsBy: (paymentId: string | undefined, minHeight: number) => paymentsBy(state, paymentId, minHeight),
  };
}
