/**
 * x_events_delivered: stores that the receiver of webhooks has the event with this id and those before it; for the wallet
 * server. An id that is not in the list changes nothing.
 */
import { deliveredChange } from '../../wallet/events/read.ts';
import { defineMethod } from '../method.ts';
import { str } from '../schema.ts';

export default defineMethod({
  name: 'x_events_delivered',
  params: { id: str },
  result: {},
  handle: async ({ id }, { wallet }) => {
    await wallet.ledger.commit((state) => deliveredChange(state, id));
    return {};
  },
});
