/** `ostro/uris`: reads and writes `monero:` links. */
import './readable-kernel.ts';
import { makePaymentUri, parsePaymentUri } from '../protocol/address/uri.ts';
import { AMOUNT, check, checkFields, LIST, NETWORK, optional, TEXT } from './arguments.ts';
import { OstroError } from './error.ts';
import { withOstroErrors } from './to-error.ts';
import type { Network } from './types.ts';

export { OstroError } from './error.ts';
export type { Network } from './types.ts';

/** A payee of a link. */
export interface LinkPayee {
  readonly address: string;
  /** In atomic units; 0 or absent: the payer chooses. */
  readonly amount?: bigint;
  readonly name?: string;
}
/** The content of a payment link. */
export interface PaymentLink {
  /** At least one. */
  readonly recipients: readonly LinkPayee[];
  readonly description?: string;
}

/**
 * The link of a payment. Throws OstroError `bad_uri`, also for an amount that is none.
 * @example
 * const link = makeUri({ recipients: [{ address, amount: 1_250_000_000_000n }], description: 'Two tickets' });
 * // link === `monero:${address}?tx_amount=1.250000000000&tx_description=Two%20tickets`
 */
export function makeUri(link: PaymentLink, network: Network = 'mainnet'): string {
  checkFields('link', link, { recipients: LIST, description: optional(TEXT) });
  check('network', network, NETWORK);
  const { recipients, description = '' } = link;
  for (const [i, recipient] of recipients.entries()) {
    const path = `link.recipients[${i}]`;
    checkFields(path, recipient, { address: TEXT, name: optional(TEXT) });
    const { amount } = recipient;
    if (!optional(AMOUNT).fits(amount))
      throw new OstroError(-11, `${path}.amount must be ${AMOUNT.wanted}`, 'bad_uri', {
        reason: 'amount',
        text: typeof amount === 'bigint' ? String(amount) : typeof amount,
      });
  }
  const filled = recipients.map(({ address, amount = 0n, name = '' }) => ({ address, amount, name }));
  return withOstroErrors(() => makePaymentUri(network, { recipients: filled, description }));
}
/**
 * Reads a link. `unknownParameters`: parts with unknown names, as they stand. Throws OstroError `bad_uri`.
 * @example
 * const { recipients, description } = parseUri(`monero:${address}?tx_amount=1.25&tx_description=Tickets`);
 * // recipients[0].amount === 1_250_000_000_000n
 * // description === 'Tickets'
 */
export function parseUri(
  uri: string,
  network: Network = 'mainnet',
): Required<PaymentLink> & { readonly unknownParameters: readonly string[] } {
  check('uri', uri, TEXT);
  check('network', network, NETWORK);
  return withOstroErrors(() => {
    const { recipients, description, unknownParameters } = parsePaymentUri(network, uri);
    return { recipients, description, unknownParameters };
  });
}
