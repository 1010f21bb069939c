/**
 * x_history: the history in pages of whole blocks, newest first. A page has the blocks above height `above`, up to
 * `upto`; without `upto` it has the newest blocks and unconfirmed entries. The `above` of an answer is where its page
 * ends: it is the `upto` of the next page. The last page ends at the requested `above`. `height`: number of blocks
 * read. `limit`: a page has at most so many entries that are in blocks, unless one block has more; entries in no block
 * come in addition. `url_id` names the transaction in URLs of the app. `kind`: in, out, mined, or move, between own
 * accounts or within one (`other_account`: the account at the other end, maybe the same). `amount`: what came in, or what
 * others got without the fee. `net`: by how much the balance of the entry's account changed, with the fee and with frozen
 * outputs; `wallet_net`: of the whole wallet, once for all entries of a transaction. `free_at`: the number of blocks
 * at which it can be spent, 0 while it is in no block; `locked_until`: the time in seconds, if a time locks it. Of payments that wait for a block: `missing`, the number of
 * reads of the node's pool in a row that did not find it, and `relay`: relayed (a node accepted it), unknown (its answer was
 * lost), unsent, or empty if its bytes are not here.
 */
import { defineMethod } from '../method.ts';
import { count, def } from '../schema.ts';
import { ANY_HEIGHT, historyPage, PAGE_LENGTH, toHistoryPage } from '../wire/history-page.ts';

export default defineMethod({
  name: 'x_history',
  access: 'read',
  params: { above: count, upto: def(count, ANY_HEIGHT), limit: def(count, PAGE_LENGTH) },
  result: historyPage,
  handle: (part, { wallet }) => toHistoryPage(wallet, part),
});
