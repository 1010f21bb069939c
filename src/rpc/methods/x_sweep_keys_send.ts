/**
 * x_sweep_keys_send: sends a payment of x_sweep_keys_prepare by its id, once. The note is stored in the open wallet
 * before anything is sent. Faults no_keys_given, prepared_not_found, sent_partly, and the usual ones of sending
 * methods.
 */
import { toHex } from '../../base/hex.ts';
import { isFault } from '../../base/fault.ts';
import { fault } from '../faults.ts';
import { defineMethod } from '../method.ts';
import { listOf, str } from '../schema.ts';
import { sendingErrors } from '../wire/sending.ts';

export default defineMethod({
  name: 'x_sweep_keys_send',
  access: 'spend',
  console: { warning: 'sends_paper_keys', needs: ['id'] },
  params: { id: str, note: str },
  result: { tx_hash_list: listOf(str) },
  errors: sendingErrors,
  handle: async ({ id, note }, { wallet, session }) => {
    if (!session.paper) throw fault('no_keys_given');
    const txids = await session.paper.send(id, note);
    // The open wallet finds it in the pool, or at its next pass.
    wallet.sync.readPool().catch((error: unknown) => {
      if (!isFault(error)) throw error;
    });
    return { tx_hash_list: txids.map(toHex) };
  },
});
