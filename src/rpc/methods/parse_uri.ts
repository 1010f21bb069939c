/** parse_uri: reads a monero: link. */
import { parsePaymentUri } from '../../protocol/address/uri.ts';
import { fault } from '../faults.ts';
import { definePublicMethod } from '../public-method.ts';
import { listOf, obj, str, u64 } from '../schema.ts';
import { uriProblem } from '../messages/uri-problem.ts';
import { maxLength } from '../site-rules.ts';

export default definePublicMethod({
  name: 'parse_uri',
  // No screen: the page uses x_parse_uri, which reads several recipients.
  access: 'read',
  restricted: true,
  site: { tier: 'public', frame: true, params: { uri: maxLength(4096) } },
  console: { needs: ['uri'], example: { uri: 'monero:<address>?tx_amount=0.25&tx_description=Donation' } },
  params: { uri: str },
  result: {
    uri: obj({ address: str, payment_id: str, amount: u64, tx_description: str, recipient_name: str }),
    unknown_parameters: listOf(str),
  },
  errors: { bad_uri: [-11, (data) => `Error parsing URI: ${uriProblem(data)}`] },
  handle: ({ uri }, { wallet }) => {
    const { recipients, description, paymentId, unknownParameters } = parsePaymentUri(
      wallet.state.account.network,
      uri,
    );
    const [recipient, ...others] = recipients;
    // The answer has room for one recipient. Paying only the first of several is not what the link asks for.
    if (!recipient || others.length > 0) throw fault('bad_uri', { reason: 'unsupported', text: uri });
    return {
      uri: {
        address: recipient.address,
        payment_id: paymentId ?? '',
        amount: recipient.amount,
        tx_description: description,
        recipient_name: recipient.name,
      },
      unknown_parameters: unknownParameters,
    };
  },
});
