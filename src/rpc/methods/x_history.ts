/**
 * x_history: the history in pages of whole blocks, newest first. A page has the blocks above height `above`, up to
 * `upto`; without `upto` it has the newest blocks and unconfirmed entries. The `above` of an answer is where its page
 * ends: it is the `upto` of the next page. The last page ends at the requested `above`. `height`: number of blocks
 * read. Of payments that wait for a block: `missing`, the number of reads of the node's pool in a row that did not find
 * it, and `relay`: relayed (a node accepted it), unknown (its answer was lost), unsent, or empty if its bytes are not here.
 */
import { toHex } from '../../base/hex.ts';
import { inPool, incoming, newestAbove, outgoing, type HistoryEntry } from '../../wallet/ledger/history.ts';
import { placeOf } from '../../wallet/ledger/place.ts';
import { RELAYED } from '../../wallet/state/records/relay.ts';
import type { WalletState } from '../../wallet/state/state.ts';
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
    const { state } = wallet;
    const now = wallet.now();
    const from = newestAbove(state, { min: above, max: upto }, Math.max(1, limit));
    const filter = { min: from, max: upto };
    const entries: HistoryEntry[] = [
      ...(upto === ANY_HEIGHT
        ? [
            ...inPool(state, {}, now),
            ...outgoing(state, 'pending', {}, now),
            ...outgoing(state, 'failed', {}, now),
          ]
        : []),
      ...incoming(state, filter, now),
      ...outgoing(state, 'confirmed', filter, now),
    ];
    return {
      height: state.height,
      above: from,
      entries: entries.map((entry) => ({
        ...toEntry(wallet, entry),
        place: placeOf(state.account, entry.txid),
        ...waitingFacts(state, entry),
      })),
    };
  },
});

const waitingFacts = (
  { tables }: WalletState,
  { type, txid }: HistoryEntry,
): { readonly missing: number; readonly relay: string } => {
  const record = type === 'pending' ? tables.outgoing.get(toHex(txid)) : undefined;
  const { missing = 0, relay = 'unknown', blob } = record ?? {};
  return { missing, relay: !blob ? '' : relay === RELAYED ? 'relayed' : relay };
};
