/** make_uri: a payment request as a monero: link. */
import { makePaymentUri } from '../../protocol/address/uri.ts';
import type { RpcFaults } from '../faults.ts';
import { definePublicMethod } from '../public-method.ts';
import { str, u64 } from '../schema.ts';
import { typedText } from '../messages/typed-text.ts';
import { uriProblem } from '../messages/uri-problem.ts';
import { anyValue, maxLength } from '../site-rules.ts';

const STANDALONE = 'Standalone payment id deprecated, use integrated address instead';

/** Upstream: the messages of `make_uri` about an address and a payment id differ from those of `parse_uri`. */
const makingProblem = (data: RpcFaults['bad_uri']): string => {
  if (data.reason === 'payment_id') return STANDALONE;
  return data.reason === 'address' ? `wrong address: ${typedText(data.text)}` : uriProblem(data);
};

export default definePublicMethod({
  name: 'make_uri',
  access: 'read',
  restricted: true,
  site: {
    tier: 'public',
    frame: true,
    params: {
      address: maxLength(128),
      amount: anyValue,
      tx_description: maxLength(1024),
      recipient_name: maxLength(1024),
    },
  },
  console: {
    needs: ['address'],
    example: { address: '<address>', amount: 250_000_000_000n, tx_description: 'Donation' },
  },
  params: { address: str, payment_id: str, amount: u64, tx_description: str, recipient_name: str },
  result: { uri: str },
  errors: {
    bad_uri: [-11, (data) => `Cannot make URI from supplied parameters: ${makingProblem(data)}`],
  },
  handle: ({ address, payment_id, amount, tx_description, recipient_name }, { wallet }) => ({
    uri: makePaymentUri(wallet.state.account.network, {
      recipients: [{ address, amount, name: recipient_name }],
      description: tx_description,
      paymentId: payment_id,
    }),
  }),
});
