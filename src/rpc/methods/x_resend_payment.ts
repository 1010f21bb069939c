/**
 * x_resend_payment: sends a payment that waits for a block to the node again: the same bytes, which cannot pay twice.
 * Whatever the node answers, the payment keeps waiting. Fault not_waiting.
 */
import { defineMethod } from '../method.ts';
import { str } from '../schema.ts';
import { sendingErrors } from '../wire/sending.ts';

export default defineMethod({
  name: 'x_resend_payment',
  access: 'change',
  inBackground: true,
  console: { warning: 'sends_again', needs: ['txid'] },
  params: { txid: str },
  errors: sendingErrors,
  handle: ({ txid }, { wallet }) => wallet.payments.resend(txid),
});
