/** Messages about payment links, like the reference's. Upstream: `make_uri`, `parse_uri` in src/wallet/wallet2.cpp. */
import type { RpcFaults } from '../faults.ts';
import { typedText } from './typed-text.ts';

export function uriProblem({ reason, text }: RpcFaults['bad_uri']): string {
  switch (reason) {
    case 'scheme':
      return `URI has wrong scheme (expected "monero:"): ${typedText(text)}`;
    case 'address':
      return `URI has wrong address: ${typedText(text)}`;
    case 'parameter':
      return `URI has wrong parameter: ${text}`;
    case 'duplicate':
      return `URI has more than one instance of ${text}`;
    case 'amount':
      return `URI has invalid amount: ${text}`;
    case 'payment_id':
      return `Invalid payment id: ${text}`;
    case 'two_payment_ids':
      return 'Separate payment id given with an integrated address';
    case 'unequal_counts':
      return 'URI has lists of different lengths';
    case 'unsupported':
    case 'currency':
      return `URI asks for what cannot be paid here: ${text}`;
    case 'too_long':
      return 'URI is too long';
  }
}
