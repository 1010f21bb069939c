/** A payment request as a `monero:` link, which any wallet can pay. */
import { makePaymentUri } from '../address/uri.ts';
import type { Network } from '../address/address.ts';
import type { Invoice } from './invoice.ts';

/**
 * A link that asks for an amount in piconero (0: the payer chooses) with a description, which may be empty. The
 * description is added here: make_uri's encoding leaves "=" as it is, with which no wallet can read the link. Fault
 * `bad_uri`.
 */
export function makeRequestLink(
  network: Network,
  { address, amount, note }: Pick<Invoice, 'address' | 'amount' | 'note'>,
): string {
  const uri = makePaymentUri(network, { recipients: [{ address, amount, name: '' }], description: '' });
  if (note === '') return uri;
  return `${uri}${amount > 0n ? '&' : '?'}tx_description=${encodeURIComponent(note)}`;
}
