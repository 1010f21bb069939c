/** make_uri: a payment request as a monero: link. */
import { makePaymentUri } from '../../protocol/address/uri.ts';
import { definePublicMethod } from '../public-method.ts';
import { str, u64 } from '../schema.ts';
import { uriProblem } from '../wire/uri-problem.ts';

const STANDALONE = 'Standalone payment id deprecated, use integrated address instead';

export default definePublicMethod({
  name: 'make_uri',
  access: 'read',
  restricted: true,
  params: { address: str, payment_id: str, amount: u64, tx_description: str, recipient_name: str },
  result: { uri: str },
  errors: {
    bad_uri: [
      -11,
      (data) =>
        `Cannot make URI from supplied parameters: ${data.reason === 'payment_id' ? STANDALONE : uriProblem(data)}`,
    ],
  },
  handle: ({ address, payment_id, amount, tx_description, recipient_name }, { wallet }) => ({
    uri: makePaymentUri(wallet.state.account.network, {
      recipients: [{ address, amount, name: recipient_name }],
      description: tx_description,
      paymentId: payment_id,
    }),
  }),
});
