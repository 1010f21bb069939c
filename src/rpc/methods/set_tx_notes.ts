/** set_tx_notes: sets the note of each given transaction. */
import { fault } from '../faults.ts';
import { defineMethod } from '../method.ts';
import { listOf, str } from '../schema.ts';
import { readTxid } from '../wire/txid.ts';

export default defineMethod({
  name: 'set_tx_notes',
  access: 'change',
  console: { needs: ['txids', 'notes'] },
  params: { txids: listOf(str), notes: listOf(str) },
  handle: async ({ txids, notes }, { wallet }) => {
    if (txids.length !== notes.length) throw fault('count_mismatch');
    await wallet.book.setNotes(txids.map((txid, i) => ({ txid: readTxid(txid), note: notes[i]! })));
  },
});
