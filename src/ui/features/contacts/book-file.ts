/**
 * Address books as files of other wallets. Their forms, found by what is in the file:
 *
 * - Feather writes CSV with the columns `address,description` (`AddressBookModel::writeCSV`, src/model/AddressBookModel.cpp).
 * - monero-wallet-rpc answers `get_address_book` with `{"entries": [{address, description, index, payment_id}]}`, alone or in
 *   its envelope.
 * - monero-wallet-cli prints `Index:`, `Address:` and `Description:` lines (`address_book`, src/simplewallet/simplewallet.cpp).
 * - monero-gui and Cake Wallet have no file of their own for it: monero-gui keeps the book in the wallet file, which the
 *   command line prints; Cake in its database, whose contacts have `name` and `address`, as a list of objects has here.
 */
import { cleanText, compactText } from '../../../base/clean-text.ts';
import { parseJson, writeJson, type Json } from '../../../base/json.ts';
import { columnsOf, readCsv, writeCsv } from '../../format/csv.ts';

const LOOKS_LIKE_ADDRESS = /^[1-9A-HJ-NP-Za-km-z]{95}(?:[1-9A-HJ-NP-Za-km-z]{11})?$/;

export interface FiledContact {
  readonly address: string;
  readonly name: string;
  /** Beside the address, in hex; empty: none. */
  readonly paymentId: string;
}

/** Bytes of a file, and entries in it, that are read. */
export const MAX_BOOK_BYTES = 4 << 20;
export const MAX_ENTRIES = 5000;
const MAX_NAME = 200;

/** Undefined: the text has none of the forms. */
export function readBook(text: string): readonly FiledContact[] | undefined {
  const trimmed = text.replace(/^\uFEFF/, '').trim();
  const read = /^[[{]/.test(trimmed) ? fromJson(trimmed) : (fromPrinted(trimmed) ?? fromCsv(trimmed));
  return read === undefined || read.length === 0 || read.length > MAX_ENTRIES ? undefined : read;
}

/** The form of Feather. Its reader takes lines with a single comma, so names have none. */
export function bookCsv(entries: readonly Pick<FiledContact, 'address' | 'name'>[]): string {
  const rows = entries.map(({ address, name }) => [address, oneLineName(name.replace(/[",]+/g, ' '))]);
  return `${writeCsv([['address', 'description'], ...rows], '\n')}\n`;
}
/** The form of monero-wallet-rpc. */
export function bookJson(entries: readonly Pick<FiledContact, 'address' | 'name'>[]): string {
  return writeJson(
    { entries: entries.map(({ address, name }, index) => ({ address, description: name, index })) },
    2,
  );
}

const oneLineName = (name: string): string => cleanText(name).replace(/\s+/g, ' ').trim().slice(0, MAX_NAME);
const entryOf = (address: string, name: string, paymentId = ''): FiledContact => ({
  address: compactText(address),
  name: oneLineName(name),
  // A payment id of zeros stands for none. Older versions of monero-wallet-rpc fill a short one up with zeros.
  paymentId: /^0*$/.test(paymentId) ? '' : compactText(paymentId).replace(/^(.{16})0{48}$/, '$1'),
});

/** Names of the columns of name and address in files of this kind. */
// @wc-ignore
const NAMES = ['description', 'name', 'label', 'contact', 'title'];
// @wc-ignore
const ADDRESSES = ['address', 'xmr address', 'monero address', 'wallet address', 'payee'];

const fromCsv = (text: string): readonly FiledContact[] | undefined => {
  const rows = readCsv(text);
  if (rows === undefined) return undefined;
  // A file with names and descriptions has both in the contact's name: nothing is lost.
  const described = columnsOf(rows, [ADDRESSES, NAMES.slice(1), NAMES.slice(0, 1)])?.map(
    ([address = '', name = '', description = '']) => [
      address,
      [name, description].filter((part) => part.trim() !== '').join(', '),
    ],
  );
  const named = described ?? columnsOf(rows, [ADDRESSES, NAMES]);
  const pairs = named ?? rows.map(withoutHead).filter((pair) => pair !== undefined);
  return pairs
    .filter(([address = '']) => address.trim() !== '')
    .map(([address = '', name = '']) => entryOf(address, name));
};
/** A row without a head above it: one of its fields looks like an address, and the first other one is the name. */
const withoutHead = (row: readonly string[]): readonly [string, string] | undefined => {
  const at = row.findIndex((field) => LOOKS_LIKE_ADDRESS.test(compactText(field)));
  return at < 0 ? undefined : [row[at]!, row.find((field, i) => i !== at && field !== '') ?? ''];
};

const fromPrinted = (text: string): readonly FiledContact[] | undefined => {
  if (!/^Address: /m.test(text)) return undefined;
  const entries: FiledContact[] = [];
  for (const line of text.split(/\r?\n/)) {
    const [, field, value = ''] = /^(Address|Description): ?(.*)$/.exec(line) ?? [];
    const isAddress = field?.startsWith('A') === true;
    if (isAddress) entries.push(entryOf(value, ''));
    const last = entries.at(-1);
    if (field !== undefined && !isAddress && last) entries[entries.length - 1] = entryOf(last.address, value);
  }
  return entries;
};

const isRecord = (value: Json | undefined): value is Readonly<Record<string, Json>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const fromJson = (text: string): readonly FiledContact[] | undefined => {
  const list = listIn(parsed(text));
  return list
    ?.filter(isRecord)
    .map((each) =>
      entryOf(textIn(each, ['address']), textIn(each, NAMES), textIn(each, ['payment_id', 'paymentId'])),
    );
};
/** The list itself, or the one under `result`, `entries`, `contacts` or `address_book`. */
const listIn = (value: Json | undefined): readonly Json[] | undefined => {
  if (Array.isArray(value)) return value as readonly Json[];
  if (!isRecord(value)) return undefined;
  const inner = ['result', 'entries', 'contacts', 'address_book', 'addressBook'].find(
    (name) => name in value,
  );
  return inner === undefined ? undefined : listIn(value[inner]);
};
const textIn = (record: Readonly<Record<string, Json>>, names: readonly string[]): string => {
  const found = names.map((name) => record[name]).find((value) => typeof value === 'string' && value !== '');
  return typeof found === 'string' ? found : '';
};
const parsed = (text: string): Json | undefined => {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
};
