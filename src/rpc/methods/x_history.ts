/**
 * x_history: the history in pages of whole blocks, newest first. A page has the blocks above height `above`, up to
 * `upto`; without `upto` it has the newest blocks and unconfirmed entries. The `above` of an answer is where its page
 * ends: it is the `upto` of the next page. The last page ends at the requested `above`. `height`: number of blocks
 * read. Of payments that wait for a block: `missing`, the number of reads of the node's pool in a row that did not find
 * it, and `relay`: relayed (a node accepted it), unknown (its answer was lost), unsent, or empty if its bytes are not here.
 */
import type { HistoryEntry } from '../../wallet/types.ts';
import { toHex } from '../../base/hex.ts';
import { defineMethod } from '../method.ts';
import { bool, count, def, listOf, obj, str, u64 } from '../schema.ts';
import { destination, subaddressIndex } from '../wire/shapes.ts';
import { toEntry } from '../wire/transfer-entry.ts';

const ANY_HEIGHT = Number.MAX_SAFE_INTEGER;

export default defineMethod({
  name: 'x_history',
  access: 'read',
  params: { above: count, upto: def(count, ANY_HEIGHT), limit: def(count, 200) },
  result: {
    height: count,
    above: count,
    entries: listOf(
      obj({
        type: str,
        txid: str,
        /** Names the transaction in the page's address. */
        place: str,
        height: count,
        timestamp: count,
        amount: u64,
        fee: u64,
        note: def(str, ''),
        destinations: listOf(destination),
        payment_id: def(str, ''),
        unlock_time: def(u64, 0n),
        subaddr_index: subaddressIndex,
        address: str,
        double_spend_seen: def(bool, false),
        missing: def(count, 0),
        relay: def(str, ''),
      }),
    ),
  },
  handle: ({ above, upto, limit }, { wallet }) => {
    const { history, payments, state } = wallet;
    const from = history.newestAbove({ min: above, max: upto }, Math.max(1, limit));
    const filter = { min: from, max: upto };
    const entries: HistoryEntry[] = [
      ...(upto === ANY_HEIGHT ? [...history.pool({}), ...history.pending({}), ...history.failed({})] : []),
      ...history.in(filter),
      ...history.out(filter),
    ];
    return {
      height: state.height,
      above: from,
      entries: entries.map((entry) => ({
        ...toEntry(wallet, entry),
        place: history.urlIdOf(entry.txid),
        ...(entry.type === 'pending' ? payments.waitingOf(toHex(entry.txid)) : NOT_WAITING),
      })),
    };
  },
});

const NOT_WAITING = { missing: 0, relay: '' };
