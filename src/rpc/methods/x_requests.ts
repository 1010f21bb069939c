/** x_requests: the payment requests of all accounts with their states now and their payments, the newest first. */
import { defineMethod } from '../method.ts';
import { listOf } from '../schema.ts';
import { requestShape, toRequest } from '../wire/requests.ts';

export default defineMethod({
  name: 'x_requests',
  access: 'read',
  result: { requests: listOf(requestShape) },
  handle: async (_params, { wallet }) => {
    const all = wallet.requests.all();
    await wallet.prepareAddresses(all.map(({ request }) => request.subaddress));
    return { requests: all.map(({ request, payments }) => toRequest(wallet, request, payments)) };
  },
});
