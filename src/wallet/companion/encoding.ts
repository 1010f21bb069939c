/**
 * A companion as bytes (docs/adr/0014): numbers as varints, texts as UTF-8 with their length, ids and keys as 32 bytes. Counts
 * are checked against what is left before memory is allocated.
 */
import { asSecretKey } from '../../base/brands.ts';
import { utf8 } from '../../base/bytes.ts';
import { fromHex, toHex } from '../../base/hex.ts';
import { Reader } from '../../protocol/encoding/reader.ts';
import { Writer } from '../../protocol/encoding/writer.ts';
import { fault } from '../faults.ts';
import type { Destination, Payees, TxKeys } from '../state/records/payments.ts';
import type { RequestRecord } from '../state/records/requests.ts';
import type { BookEntry } from '../state/records/settings.ts';
import { MAX_ADDRESSES, type CompanionContent, type CompanionAccount, type Pair } from './content.ts';

const NONE = new Uint8Array(0);

/** Items of a list. The size of the whole message is the real limit (sealed.ts). */
const MANY = 1_000_000;

export function writeCompanion(companion: CompanionContent): Uint8Array {
  const { lookahead, accounts } = companion;
  const writer = new Writer().varint(companion.made).varint(lookahead.major).varint(lookahead.minor);
  writer.list(accounts, writeAccount);
  writer.list(companion.tags, (to, [tag, description]) => text(text(to, tag), description));
  writer.list(companion.contacts, writeContact);
  writer.list(companion.notes, (to, [txid, note]) => text(to.key(fromHex(txid)), note));
  writer.list(companion.txKeys, (to, [txid, keys]) => writeTxKeys(to.key(fromHex(txid)), keys));
  writer.list(companion.payees, (to, [txid, payees]) => writePayees(to.key(fromHex(txid)), payees));
  writer.list(companion.attributes, (to, [key, value]) => text(text(to, key), value));
  writer.list(companion.requests, writeRequest);
  writer.list(companion.frozen, (to, key) => to.key(fromHex(key)));
  return writer.done();
}

/** The keys of the result are copies. Own faults: bad_format, list_too_long. */
export function readCompanion(bytes: Uint8Array): CompanionContent {
  const reader = new Reader(bytes);
  const made = reader.safeVarint('time');
  const lookahead = readLookahead(reader);
  const accounts = readAccounts(reader);
  const companion: CompanionContent = {
    made,
    lookahead,
    accounts,
    tags: reader.list(MANY, 2, (from) => [readText(from), readText(from)]),
    contacts: reader.list(MANY, 3, readContact),
    notes: reader.list(MANY, 33, (from) => [readId(from), readText(from)]),
    txKeys: reader.list(MANY, 65, (from): Pair<TxKeys> => [readId(from), readTxKeys(from)]),
    payees: reader.list(MANY, 34, (from): Pair<Payees> => [readId(from), readPayees(from)]),
    attributes: reader.list(MANY, 2, (from) => [readText(from), readText(from)]),
    requests: reader.list(MANY, 10, (from) => readRequest(from, accounts)),
    frozen: reader.list(MANY, 32, readId),
  };
  reader.end();
  return companion;
}

const text = (to: Writer, value: string): Writer => bytes(to, utf8(value));
const bytes = (to: Writer, value: Uint8Array): Writer => to.varint(value.length).bytes(value);
/** 0 for a number that is absent, else one more. */
const optional = (to: Writer, value: number | undefined): Writer =>
  to.varint(value === undefined ? 0 : value + 1);

const readBytes = (from: Reader): Uint8Array => from.take(from.count(from.left)).slice();
const readText = (from: Reader): string => {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(readBytes(from));
  } catch {
    throw fault('bad_format', { what: 'text' });
  }
};
const readId = (from: Reader): string => toHex(from.key());
const readOptional = (from: Reader): number | undefined => {
  const value = from.safeVarint('number');
  return value === 0 ? undefined : value - 1;
};

const readLookahead = (from: Reader): CompanionContent['lookahead'] => {
  const major = from.count(MAX_ADDRESSES);
  const minor = from.count(MAX_ADDRESSES);
  if (major * minor > MAX_ADDRESSES || major * minor === 0) throw fault('bad_format', { what: 'look-ahead' });
  return { major, minor };
};

const writeAccount = (to: Writer, { addresses, labels, tag }: CompanionAccount): void => {
  to.varint(addresses).list(labels, (each, [minor, label]) => text(each.varint(minor), label));
  text(to, tag);
};
const readAccounts = (from: Reader): CompanionAccount[] => {
  let left = MAX_ADDRESSES;
  return from.list(MANY, 3, (each) => {
    const addresses = each.count(left);
    left -= addresses;
    if (addresses === 0) throw fault('bad_format', { what: 'account' });
    return {
      addresses,
      labels: each.list(addresses, 2, (label) => [label.count(addresses - 1), readText(label)] as const),
      tag: readText(each),
    };
  });
};

const writeContact = (to: Writer, { address, description, paymentId }: BookEntry): void => {
  bytes(text(text(to, address), description), paymentId ?? NONE);
};
const readContact = (from: Reader): BookEntry => ({
  address: readText(from),
  description: readText(from),
  ...readPaymentId(from),
});
const readPaymentId = (from: Reader): { readonly paymentId?: Uint8Array } => {
  const id = readBytes(from);
  return id.length === 0 ? {} : { paymentId: id };
};

const writeTxKeys = (to: Writer, { key, additional }: TxKeys): void => {
  to.key(key).list(additional, (each, value) => each.key(value));
};
const readTxKeys = (from: Reader): TxKeys => ({
  key: asSecretKey(from.key().slice()),
  additional: from.list(MANY, 32, (each) => asSecretKey(each.key().slice())),
});

const writePayees = (to: Writer, { destinations, paymentId }: Payees): void => {
  to.list(destinations, (each, { address, amount, minor }) =>
    optional(text(each.varint(amount), address), minor),
  );
  bytes(to, paymentId ?? NONE);
};
const readPayees = (from: Reader): Payees => ({
  destinations: from.list(MANY, 3, (each): Destination => {
    const amount = each.varint();
    const address = readText(each);
    const minor = readOptional(each);
    return { amount, address, ...(minor !== undefined && { minor }) };
  }),
  ...readPaymentId(from),
});

const writeRequest = (to: Writer, request: RequestRecord): void => {
  const { subaddress, amount, purpose, message, note, created, expires, closed, firstSeen } = request;
  text(
    text(text(to.varint(subaddress.major).varint(subaddress.minor).varint(amount), purpose), message),
    note,
  );
  optional(optional(to.varint(created), expires), closed);
  to.list(firstSeen, (each, { txid, at }) => each.key(fromHex(txid)).varint(at));
};
/** Reads a payment request; its address must be one that the companion names. */
const readRequest = (from: Reader, accounts: readonly CompanionAccount[]): RequestRecord => {
  const subaddress = { major: from.count(MAX_ADDRESSES), minor: from.count(MAX_ADDRESSES) };
  if (subaddress.minor >= (accounts[subaddress.major]?.addresses ?? 0))
    throw fault('bad_format', { what: 'request' });
  const amount = from.varint();
  const [purpose, message, note] = [readText(from), readText(from), readText(from)];
  const created = from.safeVarint('time');
  const expires = readOptional(from);
  const closed = readOptional(from);
  return {
    subaddress,
    amount,
    purpose,
    message,
    note,
    created,
    ...(expires !== undefined && { expires }),
    ...(closed !== undefined && { closed }),
    firstSeen: from.list(MANY, 33, (each) => ({ txid: readId(each), at: each.safeVarint('time') })),
  };
};
