/** get_tx_notes: notes of transactions, in order; an empty text for one without a note. */
import { defineMethod } from '../method.ts';
import { listOf, str } from '../schema.ts';
import { readTxid } from '../wire/txid.ts';

export default defineMethod({
  name: 'get_tx_notes',
  // No screen: the page uses x_history.
  access: 'read',
  restricted: true,
  console: { needs: ['txids'] },
  params: { txids: listOf(str) },
  result: { notes: listOf(str) },
  handle: ({ txids }, { wallet }) => ({
    notes: txids.map((txid) => wallet.book.noteOf(readTxid(txid))),
  }),
});
