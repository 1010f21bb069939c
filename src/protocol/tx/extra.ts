/**
 * tx_extra: keys, payment id, and anything that a miner or sender added. Consensus does not check it, so reading
 * stops at the first bad field and returns the fields before it, exactly as in the reference wallet.
 * Upstream: src/cryptonote_basic/tx_extra.h; `parse_tx_extra`, `get_*_from_extra`,
 * src/cryptonote_basic/cryptonote_format_utils.cpp. Vectors: monero/data/fuzz/tx-extra.
 */
import { asPublicKey, type PublicKey } from '../../base/brands.ts';
import { concat } from '../../base/bytes.ts';
import { isFault } from '../../base/fault.ts';
import { fault } from '../faults.ts';
import { Reader } from '../encoding/reader.ts';
import { Writer } from '../encoding/writer.ts';

const NONCE_LONG = 0x00;
const NONCE_ENCRYPTED = 0x01;

/** Most bytes that nodes relay (MAX_TX_EXTRA_SIZE) and this wallet writes. Mined extras may be longer. */
export const MAX_EXTRA_SIZE = 1060;

export type ExtraField =
  | { readonly kind: 'padding'; readonly size: number }
  | { readonly kind: 'publicKey'; readonly key: PublicKey }
  | { readonly kind: 'nonce'; readonly bytes: Uint8Array }
  | { readonly kind: 'mergeMining'; readonly depth: bigint; readonly merkleRoot: Uint8Array }
  | { readonly kind: 'additionalKeys'; readonly keys: readonly PublicKey[] }
  | { readonly kind: 'minergate'; readonly bytes: Uint8Array };

export interface TxExtra {
  readonly fields: readonly ExtraField[];
  /** The bytes from the first bad field on; empty when all were read. */
  readonly rest: Uint8Array;
}

/** Throws no fault. Keys and bytes are views. */
export function parseExtra(bytes: Uint8Array): TxExtra {
  const reader = new Reader(bytes);
  const fields: ExtraField[] = [];
  let good = 0;
  try {
    while (reader.left > 0) {
      fields.push(readField(reader));
      good = reader.at;
    }
  } catch (error) {
    if (!isFault(error)) throw error;
  }
  return { fields, rest: bytes.subarray(good) };
}

/** The fields in the given order. Fault `list_too_long` above `MAX_EXTRA_SIZE` or a nonce above 255 bytes. */
export function buildExtra(fields: readonly ExtraField[]): Uint8Array {
  const bytes = writeFields(fields);
  if (bytes.length > MAX_EXTRA_SIZE) throw fault('list_too_long', { n: bytes.length, max: MAX_EXTRA_SIZE });
  return bytes;
}

/** All keys of tag 01 in order, since the reference tries each of them. */
export function txPublicKeys(extra: TxExtra | Uint8Array): PublicKey[] {
  return fieldsOf(extra).flatMap((field) => (field.kind === 'publicKey' ? [field.key] : []));
}

/** One key per output, from the first field of tag 04; empty when there is none. */
export function additionalPublicKeys(extra: TxExtra | Uint8Array): readonly PublicKey[] {
  return fieldsOf(extra).find((field) => field.kind === 'additionalKeys')?.keys ?? [];
}

export interface ExtraPaymentId {
  /** encrypted: 8 bytes. long: 32 unencrypted bytes (ignored from block version 12 on). */
  readonly kind: 'encrypted' | 'long';
  readonly bytes: Uint8Array;
}

/** The payment id in the first nonce field, if it contains one. */
export function extraPaymentId(extra: TxExtra | Uint8Array): ExtraPaymentId | undefined {
  const nonce = fieldsOf(extra).find((field) => field.kind === 'nonce')?.bytes;
  if (nonce?.length === 9 && nonce[0] === NONCE_ENCRYPTED)
    return { kind: 'encrypted', bytes: nonce.subarray(1) };
  if (nonce?.length === 33 && nonce[0] === NONCE_LONG) return { kind: 'long', bytes: nonce.subarray(1) };
  return undefined;
}

/** The nonce field of a masked 8-byte payment id or a clear 32-byte one. */
export function paymentIdField({ kind, bytes }: ExtraPaymentId): ExtraField {
  if (bytes.length !== (kind === 'encrypted' ? 8 : 32)) throw fault('bad_payment_id');
  const tag = kind === 'encrypted' ? NONCE_ENCRYPTED : NONCE_LONG;
  return { kind: 'nonce', bytes: concat(Uint8Array.of(tag), bytes) };
}

const PADDING = 0x00;
const PUBLIC_KEY = 0x01;
const NONCE = 0x02;
const MERGE_MINING = 0x03;
const ADDITIONAL_KEYS = 0x04;
const MINERGATE = 0xde;
const MAX_PADDING = 255;
const MAX_NONCE = 255;

const fieldsOf = (extra: TxExtra | Uint8Array): readonly ExtraField[] =>
  (extra instanceof Uint8Array ? parseExtra(extra) : extra).fields;

const readField = (reader: Reader): ExtraField => {
  const tag = reader.u8();
  switch (tag) {
    case PADDING:
      return { kind: 'padding', size: 1 + readZeros(reader) };
    case PUBLIC_KEY:
      return { kind: 'publicKey', key: asPublicKey(reader.key()) };
    case NONCE:
      return { kind: 'nonce', bytes: reader.take(reader.count(MAX_NONCE)) };
    case MERGE_MINING: {
      const body = new Reader(reader.take(reader.count(reader.left)));
      const field: ExtraField = { kind: 'mergeMining', depth: body.varint(), merkleRoot: body.key() };
      body.end();
      return field;
    }
    case ADDITIONAL_KEYS:
      return { kind: 'additionalKeys', keys: reader.keys(reader.count(reader.left)).map(asPublicKey) };
    case MINERGATE:
      return { kind: 'minergate', bytes: reader.take(reader.count(reader.left)) };
    default:
      throw fault('bad_format', { what: `tx_extra tag ${tag}` });
  }
};

/** Padding extends to the end of the extra and has at most 255 bytes including its tag. */
const readZeros = (reader: Reader): number => {
  const zeros = reader.take(reader.left);
  if (zeros.length >= MAX_PADDING || zeros.some((byte) => byte !== 0))
    throw fault('bad_format', { what: 'tx_extra padding' });
  return zeros.length;
};

const writeFields = (fields: readonly ExtraField[]): Uint8Array => {
  const writer = new Writer();
  for (const field of fields) putField(writer, field);
  return writer.done();
};

const putField = (writer: Writer, field: ExtraField): void => {
  switch (field.kind) {
    case 'padding':
      writer.bytes(new Uint8Array(field.size));
      return;
    case 'publicKey':
      writer.u8(PUBLIC_KEY).key(field.key);
      return;
    case 'nonce':
      if (field.bytes.length > MAX_NONCE)
        throw fault('list_too_long', { n: field.bytes.length, max: MAX_NONCE });
      writer.u8(NONCE).varint(field.bytes.length).bytes(field.bytes);
      return;
    case 'mergeMining': {
      const body = new Writer().varint(field.depth).key(field.merkleRoot).done();
      writer.u8(MERGE_MINING).varint(body.length).bytes(body);
      return;
    }
    case 'additionalKeys':
      writer.u8(ADDITIONAL_KEYS).list(field.keys, (w, key) => w.key(key));
      return;
    case 'minergate':
      writer.u8(MINERGATE).varint(field.bytes.length).bytes(field.bytes);
  }
};
