/** An invoice: a request for one amount. Amounts are piconero, times are seconds since 1970 (UTC). */
import { U64_MAX } from '../../base/amount.ts';
import { isRecord } from '../../base/shape.ts';
import { parseAddressFor, type Network } from '../address/address.ts';
import { fault, type InvoiceProblem } from './faults.ts';

export interface Invoice {
  /** 16 hexadecimal digits, lower case: random, one for each invoice. A payment proof has it as its message. */
  readonly id: string;
  /** Best a subaddress that has no other invoice: then every payment to it belongs to this one. */
  readonly address: string;
  /** At least 1. */
  readonly amount: bigint;
  /** The subject of the payment; may be empty. The payer's wallet keeps it as the description of the payment. */
  readonly note: string;
  /** A further text for the payer to read before paying. */
  readonly message?: string;
  readonly created: number;
  /** The last second at which a payment may be seen first to count. */
  readonly expires: number;
  /** How many confirmations the payee waits for: 0 to 720. */
  readonly confirmations: number;
  /** The price in another currency, as the payee writes it: "12.50 EUR". Nothing is computed from it. */
  readonly currency_note?: string;
}

export const MAX_INVOICE_CONFIRMATIONS = 720;
/** Confirmations that a wallet waits for before received money can be spent. */
const USUAL_CONFIRMATIONS = 10;
/** The last second of the year 9999. */
export const MAX_TIME = 253_402_300_799;
/** Characters of each text; a link with all three still fits a QR code. */
export const MAX_TEXT = { note: 200, message: 300, currency_note: 40 } as const;

const FIELDS = 'id address amount note message created expires confirmations currency_note'.split(' ');

/**
 * Reads an invoice of unknown origin: an object with these fields and no others. Without a note it is empty, without
 * confirmations they are 10, without times it never expires. The amount may also be decimal text or a safe integer.
 * Faults: `bad_invoice` with the field, `bad_address`, `wrong_network`.
 */
export function readInvoice(network: Network, value: unknown): Invoice {
  const given = readFields(value);
  const { created = 0, expires = MAX_TIME, note = '', confirmations = USUAL_CONFIRMATIONS } = given;
  const fields: Fields = { ...given, created, expires, note, confirmations };
  const invoice = {
    id: readId(fields),
    address: readAddress(network, fields),
    amount: readAmount(fields),
    note: readText(fields, 'note'),
    created: readWhole(fields, 'created', MAX_TIME),
    expires: readWhole(fields, 'expires', MAX_TIME),
    confirmations: readWhole(fields, 'confirmations', MAX_INVOICE_CONFIRMATIONS),
    ...(fields['message'] !== undefined && { message: readText(fields, 'message') }),
    ...(fields['currency_note'] !== undefined && { currency_note: readText(fields, 'currency_note') }),
  };
  if (invoice.expires <= invoice.created) throw problem('expires', 'range');
  return invoice;
}

type Fields = Readonly<Record<string, unknown>>;

const problem = (field: string, reason: InvoiceProblem) => fault('bad_invoice', { field, reason });

const readFields = (value: unknown): Fields => {
  if (!isRecord(value)) throw problem('', 'type');
  const fields: Record<string, unknown> = Object.create(null) as Record<string, unknown>;
  for (const [name, field] of Object.entries(value)) {
    if (!FIELDS.includes(name)) throw problem(name.slice(0, 40), 'unknown');
    fields[name] = field;
  }
  return fields;
};

const readId = ({ id }: Fields): string => {
  if (typeof id !== 'string') throw problem('id', 'type');
  if (!/^[0-9a-f]{16}$/.test(id)) throw problem('id', 'range');
  return id;
};

const readAddress = (network: Network, { address }: Fields): string => {
  if (typeof address !== 'string') throw problem('address', 'type');
  parseAddressFor(network, address);
  return address;
};

const readAmount = ({ amount: given }: Fields): bigint => {
  const exact =
    typeof given === 'bigint' ||
    Number.isSafeInteger(given) ||
    (typeof given === 'string' && /^\d{1,20}$/.test(given));
  if (!exact) throw problem('amount', 'type');
  const amount = BigInt(given as bigint | number | string);
  if (amount < 1n || amount > U64_MAX) throw problem('amount', 'range');
  return amount;
};

const readWhole = (fields: Fields, name: string, max: number): number => {
  const value = fields[name];
  if (typeof value !== 'number' || !Number.isSafeInteger(value)) throw problem(name, 'type');
  if (value < 0 || value > max) throw problem(name, 'range');
  return value;
};

/** Control characters and direction changes could make a screen show another text; half surrogates break links. */
const UNREADABLE = /[\p{Cc}\p{Cs}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;

/** The flaw of a text that another person is to read; undefined without one. `max`: its longest length. */
export function textProblem(text: string, max: number): 'too_long' | 'characters' | undefined {
  if (text.length > max) return 'too_long';
  return UNREADABLE.test(text) ? 'characters' : undefined;
}

const readText = (fields: Fields, name: keyof typeof MAX_TEXT): string => {
  const text = fields[name];
  if (typeof text !== 'string') throw problem(name, 'type');
  const wrong = textProblem(text, MAX_TEXT[name]);
  if (wrong) throw problem(name, wrong);
  return text;
};
