/** get_payments: incoming payments with one payment id. */
import { fault } from '../faults.ts';
import { defineMethod } from '../method.ts';
import { listOf, str } from '../schema.ts';
import { paymentDetails, paymentIdFlaw, toPayments } from '../wire/payment.ts';
import { maxLength } from '../site-rules.ts';

export default defineMethod({
  name: 'get_payments',
  // No screen: the page uses x_history.
  access: 'read',
  restricted: true,
  site: { tier: 'read', params: { payment_id: maxLength(64) } },
  console: { example: { payment_id: '60900e5603bf96e3' } },
  params: { payment_id: str },
  result: { payments: listOf(paymentDetails) },
  errors: {
    bad_payment_id: [
      -5,
      (_, { payment_id: id }) =>
        paymentIdFlaw(id) === 'size' ? `Payment ID has invalid size: ${id}` : 'Payment ID has invalid format',
    ],
  },
  handle: async ({ payment_id }, { wallet }) => {
    if (paymentIdFlaw(payment_id)) throw fault('bad_payment_id');
    const found = wallet.history.paymentsBy(payment_id.toLowerCase().padEnd(64, '0'), 0);
    return {
      payments: await toPayments(
        wallet,
        found.map((payment) => [payment, payment_id]),
      ),
    };
  },
});
