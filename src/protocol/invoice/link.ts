/**
 * An invoice as a `monero:` link, which any wallet can pay: address, `tx_amount` and `tx_description` as usual, and the
 * rest in `ostro_invoice`, which other wallets skip: id, created, expires, confirmations, currency note and message,
 * separated by commas, the texts percent-encoded.
 */
import { percentDecode } from '../address/percent.ts';
import { makePaymentUri, parsePaymentUri } from '../address/uri.ts';
import type { Network } from '../address/address.ts';
import { fault } from './faults.ts';
import { readInvoice, type Invoice } from './invoice.ts';

const PARAMETER = 'ostro_invoice=';

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

/** The link of a valid invoice. */
export function makeInvoiceLink(network: Network, invoice: Invoice): string {
  const { id, created, expires, confirmations, currency_note, message } = invoice;
  const texts = [currency_note ?? '', message ?? ''].map(encodeURIComponent);
  const parts = [id, created, expires, confirmations, ...texts].join(',');
  return `${makeRequestLink(network, invoice)}&${PARAMETER}${parts}`;
}

/**
 * The invoice in a link; undefined if the link is a payment request without an invoice. Faults: `bad_uri`,
 * `bad_invoice`.
 */
export function readInvoiceLink(network: Network, link: string): Invoice | undefined {
  const { recipients, description, paymentId, unknownParameters } = parsePaymentUri(network, link);
  const parameter = unknownParameters.find((field) => field.startsWith(PARAMETER));
  if (parameter === undefined) return undefined;
  const [recipient, ...others] = recipients;
  const parts = parameter.slice(PARAMETER.length).split(',');
  if (recipient === undefined || others.length > 0 || paymentId !== undefined || parts.length !== 6)
    throw fault('bad_invoice', { field: 'link', reason: 'type' });
  const [id, created, expires, confirmations, currencyNote = '', message = ''] = parts;
  return readInvoice(network, {
    id,
    address: recipient.address,
    amount: recipient.amount,
    note: description,
    created: toNumber(created),
    expires: toNumber(expires),
    confirmations: toNumber(confirmations),
    ...(currencyNote !== '' && { currency_note: percentDecode(currencyNote) }),
    ...(message !== '' && { message: percentDecode(message) }),
  });
}

/** NaN unless the text is decimal digits. */
const toNumber = (text = ''): number => (/^\d{1,16}$/.test(text) ? Number(text) : Number.NaN);
