/**
 * x_discard_payment: deletes a payment that waits for signatures and frees its inputs. A signed copy on another
 * device can still be sent; then the transaction that is mined first counts.
 */
import { defineMethod } from '../method.ts';
import { str } from '../schema.ts';

export default defineMethod({
  name: 'x_discard_payment',
  access: 'change',
  console: { warning: 'removes_payment', needs: ['id'] },
  params: { id: str },
  handle: ({ id }, { wallet }) => wallet.payments.discard(id),
});
