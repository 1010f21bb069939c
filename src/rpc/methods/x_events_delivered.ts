/**
 * x_events_delivered: stores that the receiver of webhooks has the event with this id and those before it; for the wallet
 * server. An id that is not in the list changes nothing. `delivered`: the last one that is stored.
 */
import { defineMethod } from '../method.ts';
import { str } from '../schema.ts';

export default defineMethod({
  name: 'x_events_delivered',
  // No screen: events for the programs of a wallet server; the page shows the history itself.
  access: 'app',
  console: { needs: ['id'] },
  params: { id: str },
  result: { delivered: str },
  handle: async ({ id }, { wallet }) => {
    await wallet.events.setDelivered(id);
    return { delivered: wallet.events.delivered };
  },
});
