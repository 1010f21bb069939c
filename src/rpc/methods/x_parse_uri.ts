/**
 * x_parse_uri: reads a monero: link with one or several recipients; parse_uri has room for one. `payment_id`: a long one,
 * with which no wallet can pay today. `unknown_parameters`: as in the link.
 */
import { parsePaymentUri } from '../../protocol/address/uri.ts';
import { defineMethod } from '../method.ts';
import { listOf, obj, str, u64 } from '../schema.ts';
import { uriProblem } from '../messages/uri-problem.ts';

export default defineMethod({
  name: 'x_parse_uri',
  access: 'read',
  console: { needs: ['uri'] },
  params: { uri: str },
  result: {
    recipients: listOf(obj({ address: str, amount: u64, name: str })),
    description: str,
    payment_id: str,
    unknown_parameters: listOf(str),
  },
  errors: { bad_uri: [-11, (data) => `Error parsing URI: ${uriProblem(data)}`] },
  handle: ({ uri }, { wallet }) => {
    const { recipients, description, paymentId, unknownParameters } = parsePaymentUri(
      wallet.state.account.network,
      uri,
    );
    return {
      recipients: recipients.map(({ address, amount, name }) => ({ address, amount, name })),
      description,
      payment_id: paymentId ?? '',
      unknown_parameters: unknownParameters,
    };
  },
});
