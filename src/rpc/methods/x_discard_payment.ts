/**
 * x_discard_payment: forgets a payment that waits; its inputs are free again. If somebody has it signed it can still be
 * sent: then whatever spends the same inputs first counts.
 */
import { discardPayment } from '../../wallet/state/unsent.ts';
import { defineMethod } from '../method.ts';
import { str } from '../schema.ts';

export default defineMethod({
  name: 'x_discard_payment',
  params: { id: str },
  result: {},
  handle: async ({ id }, { wallet, session }) => {
    await wallet.ledger.commit((state) => discardPayment(state, id));
    session.touchChanged();
    return {};
  },
});
