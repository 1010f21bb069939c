/** get_bulk_payments: incoming payments with any of some payment ids, or all when none is given. */
import type { Payment } from '../../wallet/types.ts';
import { longPaymentId } from '../../wallet/without-wallet.ts';
import { fault } from '../faults.ts';
import { defineMethod } from '../method.ts';
import { count, listOf, str } from '../schema.ts';
import { paymentDetails, paymentIdFlaw, toPayments } from '../wire/payment.ts';
import { anyValue, atMost, maxLength } from '../site-rules.ts';

export default defineMethod({
  name: 'get_bulk_payments',
  // No screen: the page uses x_history.
  access: 'read',
  restricted: true,
  site: { tier: 'read', params: { payment_ids: atMost(100, maxLength(64)), min_block_height: anyValue } },
  console: { example: { payment_ids: ['60900e5603bf96e3'], min_block_height: 0 } },
  params: { payment_ids: listOf(str), min_block_height: count },
  result: { payments: listOf(paymentDetails) },
  errors: {
    bad_payment_id: [
      -5,
      (_, { payment_ids }) => {
        const id = payment_ids.find((each) => paymentIdFlaw(each) !== undefined) ?? '';
        const what = id.length === 16 || id.length === 64 ? 'format' : 'size';
        return `Payment ID has invalid ${what}: ${id}`;
      },
    ],
  },
  handle: async ({ payment_ids, min_block_height }, { wallet }) => {
    if (payment_ids.some((id) => paymentIdFlaw(id) !== undefined)) throw fault('bad_payment_id');
    const byId = new Map(payment_ids.map((id) => [asLong(id), [] as Payment[]]));
    const all = wallet.history.paymentsBy(undefined, min_block_height).map((payment) => {
      const id = longPaymentId(payment.paymentId);
      byId.get(id)?.push(payment);
      return [payment, id] as const;
    });
    const asked = payment_ids.flatMap((id) => byId.get(asLong(id))!.map((payment) => [payment, id] as const));
    return { payments: await toPayments(wallet, payment_ids.length > 0 ? asked : all) };
  },
});

const asLong = (id: string): string => id.toLowerCase().padEnd(64, '0');
