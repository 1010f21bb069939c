/**
 * x_send_prepared: sends a prepared payment by its id, once. If other devices must sign, it is stored as a payment
 * that waits for signatures, with its inputs bound; `unsent` is then its key in x_unsent_payments. The note is stored
 * before anything is sent.
 */
import { toHex } from '../../base/hex.ts';
import { defineMethod } from '../method.ts';
import { listOf, opt, str } from '../schema.ts';
import { sendingErrors } from '../wire/sending.ts';

export default defineMethod({
  name: 'x_send_prepared',
  access: 'spend',
  console: { warning: 'sends_prepared', needs: ['id'] },
  params: { id: str, note: str },
  result: { tx_hash_list: listOf(str), unsent: opt(str) },
  errors: sendingErrors,
  handle: async ({ id, note }, { wallet }) => {
    const sent = await wallet.payments.send(id, note);
    return sent.txids ? { tx_hash_list: sent.txids.map(toHex) } : { tx_hash_list: [], unsent: sent.unsent };
  },
});
