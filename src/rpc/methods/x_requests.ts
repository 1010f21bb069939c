/** x_requests: the payment requests of all accounts with their states now and their payments, the newest first. */
import { requestKey, requestsOf } from '../../wallet/requests/records.ts';
import { paymentsOfRequests } from '../../wallet/requests/status.ts';
import { defineMethod } from '../method.ts';
import { listOf } from '../schema.ts';
import { requestShape, toRequest } from '../wire/requests.ts';

export default defineMethod({
  name: 'x_requests',
  access: 'read',
  params: {},
  result: { requests: listOf(requestShape) },
  handle: (_params, { wallet }) => {
    const payments = paymentsOfRequests(wallet.state);
    return {
      requests: requestsOf(wallet.state).map((request) =>
        toRequest(wallet, request, payments.get(requestKey(request.subaddress))),
      ),
    };
  },
});
