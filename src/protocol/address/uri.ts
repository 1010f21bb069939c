/**
 * Payment requests as `monero:` URIs: one address, or several with lists separated by semicolons.
 * Upstream: `make_uri`, `parse_uri` in src/wallet/wallet2.cpp for a single address, with identical results;
 * docs/URI_SCHEME.md for lists, which the reference does not read yet. Parity test: tests/parity/uri.test.ts
 */
import { DECIMALS, formatXmr, U64_MAX } from '../../base/amount.ts';
import { isFault } from '../../base/fault.ts';
import { fault, type UriProblem } from '../faults.ts';
import { parseAddressFor, type Network } from './address.ts';
import { percentDecode, percentEncode } from './percent.ts';

/** Fields proposed for other currencies (upstream issue 8064); `address` for repeated recipients (issue 7731). */
const CURRENCY = /^(((tx_)?amount_)?(asset|currency|unit)|tx_currency)$/;

export interface UriRecipient {
  readonly address: string;
  /** In piconero; 0 lets the payer choose. */
  readonly amount: bigint;
  /** May be empty. */
  readonly name: string;
}

export interface PaymentUri {
  /** At least one. */
  readonly recipients: readonly UriRecipient[];
  /** May be empty. */
  readonly description: string;
  /** Standalone payment id in hex, as old links have it. No wallet may pay with one today. */
  readonly paymentId?: string;
}

export interface ParsedPaymentUri extends PaymentUri {
  /** `name=value` parts with unknown names, unchanged. */
  readonly unknownParameters: readonly string[];
}

const SCHEME = 'monero:';
/** More than a QR code holds; longer texts are refused. */
const MAX_CHARS = 16_384;

/** The URI of a request. Fault `bad_uri`: an invalid address, one of another network, or more than one payment id. */
export function makePaymentUri(network: Network, request: PaymentUri): string {
  const { recipients, description, paymentId = '' } = request;
  const integrated = countIntegrated(network, recipients);
  if (paymentId !== '') throw problem(integrated > 0 ? 'two_payment_ids' : 'payment_id', paymentId);

  const several = recipients.length > 1;
  const list = (items: readonly string[]): string => items.join(';');
  const fields: string[] = [];
  if (several || recipients.some(({ amount }) => amount > 0n))
    fields.push(`tx_amount=${list(recipients.map(({ amount }) => formatXmr(amount, DECIMALS)))}`);
  if (recipients.some(({ name }) => name !== ''))
    fields.push(`recipient_name=${list(recipients.map(({ name }) => percentEncode(name)))}`);
  if (description !== '') fields.push(`tx_description=${percentEncode(description)}`);

  const addresses = list(recipients.map(({ address }) => address));
  return `${SCHEME}${addresses}${fields.length > 0 ? '?' : ''}${fields.join('&')}`;
}

/** Reads either form. Fault `bad_uri` with a reason, also for unequal lists and ambiguous recipients or currencies. */
export function parsePaymentUri(network: Network, uri: string): ParsedPaymentUri {
  if (!uri.startsWith(SCHEME)) throw problem('scheme', uri);
  if (uri.length > MAX_CHARS) throw problem('too_long', uri.slice(0, 100));
  const [path, query] = cutAt(uri.slice(SCHEME.length), '?');
  const addresses = path.split(';');
  const integrated = countIntegrated(
    network,
    addresses.map((address) => ({ address })),
  );

  const fields = new Map<string, string>();
  const unknownParameters: string[] = [];
  let paymentId: string | undefined;
  let amounts: bigint[] | undefined;
  for (const field of query === '' ? [] : query.split('&')) {
    const [name = '', value, ...rest] = field.split('=');
    if (value === undefined || rest.length > 0) throw problem('parameter', field);
    if (fields.has(name)) throw problem('duplicate', name);
    fields.set(name, value);
    if (name === 'tx_amount') amounts = splitFor(addresses, value).map(parseAmount);
    else if (name === 'tx_payment_id') paymentId = parsePaymentId(value, integrated);
    else if (name === 'address') throw problem('unsupported', field);
    else if (CURRENCY.test(name)) throw problem('currency', field);
    else if (name !== 'recipient_name' && name !== 'tx_description') unknownParameters.push(field);
  }
  if (addresses.length > 1 && amounts === undefined) throw problem('unequal_counts', path);
  const nameField = fields.get('recipient_name');
  const names = nameField === undefined ? [] : splitFor(addresses, nameField).map(percentDecode);

  return {
    recipients: addresses.map((address, i) => ({
      address,
      amount: amounts?.[i] ?? 0n,
      name: names[i] ?? '',
    })),
    description: percentDecode(fields.get('tx_description') ?? ''),
    unknownParameters,
    ...(paymentId !== undefined && { paymentId }),
  };
}

const problem = (reason: UriProblem, text: string, detail?: string) =>
  fault('bad_uri', { reason, text, ...(detail !== undefined && { detail }) });

const cutAt = (text: string, mark: string): [string, string] => {
  const at = text.indexOf(mark);
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)];
};

/** A list has one entry per address. With a single address, a semicolon is an ordinary character. */
const splitFor = (addresses: readonly string[], value: string): string[] => {
  if (addresses.length === 1) return [value];
  const items = value.split(';');
  if (items.length !== addresses.length) throw problem('unequal_counts', value);
  return items;
};

/** Checks all addresses and counts the integrated ones; a transaction can have one payment id only. */
const countIntegrated = (network: Network, recipients: readonly { readonly address: string }[]): number => {
  let integrated = 0;
  for (const { address } of recipients) {
    if (isIntegrated(network, address)) integrated++;
    if (integrated > 1) throw problem('two_payment_ids', address);
  }
  return integrated;
};

const isIntegrated = (network: Network, address: string): boolean => {
  try {
    return parseAddressFor(network, address).kind === 'integrated';
  } catch (error) {
    if (isFault(error, 'wrong_network')) throw problem('address', address, 'network');
    if (isFault(error, 'bad_address'))
      throw problem('address', address, (error.data as { reason: string }).reason);
    throw error;
  }
};

/** Exact decimal text: digits and a point; zeros after the twelfth decimal are allowed. Upstream: `parse_amount`. */
const parseAmount = (text: string): bigint => {
  const match = /^(\d*)(?:\.(\d{0,12})0*)?$/.exec(text.trim());
  const whole = match?.[1] ?? '';
  const decimals = match?.[2] ?? '';
  if (!match || whole + decimals === '') throw problem('amount', text);
  const amount = BigInt(whole + decimals.padEnd(DECIMALS, '0'));
  if (amount > U64_MAX) throw problem('amount', text);
  return amount;
};

const parsePaymentId = (text: string, integrated: number): string => {
  if (integrated > 0) throw problem('two_payment_ids', text);
  if (!/^[0-9a-fA-F]{64}$/.test(text)) throw problem('payment_id', text);
  return text;
};
