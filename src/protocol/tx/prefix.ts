/**
 * The transaction prefix: inputs, outputs and tx_extra.
 * Upstream: `transaction_prefix`, src/cryptonote_basic/cryptonote_basic.h. Vectors: monero/data/txs.
 *
 * Values are views of the input: a view that is posted to another thread takes its whole buffer along.
 */
import { asKeyImage, asPublicKey } from '../../base/brands.ts';
import { fault } from '../faults.ts';
import type { Reader } from '../encoding/reader.ts';
import { Writer } from '../encoding/writer.ts';
import type { KeyInput, TxForms, TxInput, TxOutput, TxPrefix } from './types.ts';

/** CRYPTONOTE_MAX_TX_SIZE: largest transaction, and so also the largest count in one. */
export const MAX_TX_SIZE = 1_000_000;
/** `max_total_key_offsets`: a transaction has fewer ring members in all its inputs. */
const MAX_RING_MEMBERS = MAX_TX_SIZE / 32;

const NEWEST_VERSION = 2;
const GEN = 0xff;
const TO_KEY = 0x02;
const OUT_KEY = 0x02;
const OUT_TAGGED_KEY = 0x03;
/**
 * `txout_to_carrot_v1`: key, view tag, encrypted anchor. Upstream: src/cryptonote_basic/cryptonote_basic.h of
 * seraphis-migration/monero, branch fcmp++-stage at 7dbc0e9f2.
 */
const OUT_CARROT = 0x00;
export const VIEW_TAG_BYTES = 3;
export const ANCHOR_BYTES = 16;
const MIN_INPUT = 2;
const MIN_OUTPUT = 34;

/** Faults bad_format, unknown_format, truncated, list_too_long, bad_varint. `rings` false: no `keyOffsets`. */
export function readPrefix(reader: Reader, rings = true, forms: TxForms = 'today'): TxPrefix {
  const version = readVersion(reader);
  const unlockTime = reader.varint();
  const budget = { members: MAX_RING_MEMBERS - 1 };
  const inputs = reader.list(MAX_TX_SIZE, MIN_INPUT, (r) => readInput(r, budget, rings));
  const outputs = reader.list(MAX_TX_SIZE, MIN_OUTPUT, (r) => readOutput(r, forms));
  const extra = reader.take(reader.count(MAX_TX_SIZE));
  return { version, unlockTime, inputs, outputs, extra };
}

const readVersion = (reader: Reader): number => {
  const version = reader.count(Number.MAX_SAFE_INTEGER);
  if (version === 0) throw fault('bad_format', { what: 'transaction version' });
  if (version > NEWEST_VERSION) throw fault('unknown_format', { what: `transaction version ${version}` });
  return version;
};

/** Offsets, in the reader's bytes, of the parts that a scan needs; 32 bytes each at `images` and `keys`. */
export interface PrefixOffsets {
  readonly version: number;
  readonly inputs: number;
  /** Key images. */
  readonly images: readonly number[];
  /** Output keys. */
  readonly keys: readonly number[];
  /** View tag of each output; -1 without one, -2 for an output of Carrot, whose tag follows its key. */
  readonly viewTags: readonly number[];
  readonly extraAt: number;
  readonly extraLength: number;
}

const NO_VIEW_TAG = -1;
/** In `PrefixOffsets.viewTags`. */
export const CARROT_OUTPUT = -2;

/** Checks like `readPrefix`, with the same faults, but returns only what a scan needs. */
export function skimPrefix(reader: Reader, forms: TxForms = 'today'): PrefixOffsets {
  const version = readVersion(reader);
  reader.skipVarint();
  const images: number[] = [];
  const keys: number[] = [];
  const viewTags: number[] = [];
  let members = MAX_RING_MEMBERS - 1;
  const inputs = reader.listSize(MAX_TX_SIZE, MIN_INPUT);
  for (let i = 0; i < inputs; i++) {
    const tag = reader.u8();
    if (tag === GEN) {
      reader.safeVarint('coinbase height');
      continue;
    }
    if (tag !== TO_KEY) throw fault('unknown_format', { what: `transaction input tag ${tag}` });
    reader.skipVarint();
    const ring = reader.listSize(members, 1);
    members -= ring;
    for (let j = 0; j < ring; j++) reader.skipVarint();
    images.push(reader.at);
    reader.skip(32);
  }
  const outputs = reader.listSize(MAX_TX_SIZE, MIN_OUTPUT);
  for (let i = 0; i < outputs; i++) {
    reader.skipVarint();
    const tag = readOutputTag(reader, forms);
    keys.push(reader.at);
    reader.skip(32);
    if (tag === OUT_CARROT) reader.skip(VIEW_TAG_BYTES + ANCHOR_BYTES);
    viewTags.push(tag === OUT_TAGGED_KEY ? reader.u8() : tag === OUT_CARROT ? CARROT_OUTPUT : NO_VIEW_TAG);
  }
  const extraLength = reader.count(MAX_TX_SIZE);
  const extraAt = reader.at;
  reader.skip(extraLength);
  return { version, inputs, images, keys, viewTags, extraAt, extraLength };
}

export function putPrefix(writer: Writer, prefix: TxPrefix): Writer {
  return writer
    .varint(prefix.version)
    .varint(prefix.unlockTime)
    .list(prefix.inputs, putInput)
    .list(prefix.outputs, putOutput)
    .varint(prefix.extra.length)
    .bytes(prefix.extra);
}

export function writePrefix(prefix: TxPrefix): Uint8Array {
  return putPrefix(new Writer(), prefix).done();
}

/** Number of ring members of the first input; in RingCT all inputs have the same. 1 for a coinbase. */
export function ringSizeOf(prefix: TxPrefix): number {
  const [first] = prefix.inputs;
  return first?.kind === 'key' ? first.keyOffsets.length : 1;
}

export function keyInputs(prefix: TxPrefix): readonly KeyInput[] {
  return prefix.inputs.filter((input) => input.kind === 'key');
}

export function isCoinbase(prefix: TxPrefix): boolean {
  return prefix.inputs.length === 1 && prefix.inputs[0]!.kind === 'gen';
}

const readInput = (reader: Reader, budget: { members: number }, rings: boolean): TxInput => {
  const tag = reader.u8();
  if (tag === GEN) return { kind: 'gen', height: reader.safeVarint('coinbase height') };
  if (tag !== TO_KEY) throw fault('unknown_format', { what: `transaction input tag ${tag}` });
  const amount = reader.varint();
  const members = reader.listSize(budget.members, 1);
  budget.members -= members;
  const keyOffsets: bigint[] = [];
  for (let i = 0; i < members; i++) {
    if (rings) keyOffsets.push(reader.varint());
    else reader.skipVarint();
  }
  return { kind: 'key', amount, keyOffsets, keyImage: asKeyImage(reader.key()) };
};

const putInput = (writer: Writer, input: TxInput): void => {
  if (input.kind === 'gen') {
    writer.u8(GEN).varint(input.height);
    return;
  }
  writer
    .u8(TO_KEY)
    .varint(input.amount)
    .list(input.keyOffsets, (w, offset) => w.varint(offset))
    .key(input.keyImage);
};

const readOutput = (reader: Reader, forms: TxForms): TxOutput => {
  const amount = reader.varint();
  const tag = readOutputTag(reader, forms);
  const key = asPublicKey(reader.key());
  if (tag === OUT_KEY) return { amount, key };
  if (tag === OUT_TAGGED_KEY) return { amount, key, viewTag: reader.u8() };
  return {
    amount,
    key,
    carrot: { viewTag: reader.take(VIEW_TAG_BYTES), sealedAnchor: reader.take(ANCHOR_BYTES) },
  };
};

const readOutputTag = (reader: Reader, forms: TxForms): number => {
  const tag = reader.u8();
  if (tag !== OUT_KEY && tag !== OUT_TAGGED_KEY && !(tag === OUT_CARROT && forms === 'carrot'))
    throw fault('unknown_format', { what: `transaction output tag ${tag}` });
  return tag;
};

const putOutput = (writer: Writer, { amount, key, viewTag, carrot }: TxOutput): void => {
  const untagged = viewTag === undefined ? OUT_KEY : OUT_TAGGED_KEY;
  writer
    .varint(amount)
    .u8(carrot ? OUT_CARROT : untagged)
    .key(key);
  if (carrot) writer.bytes(carrot.viewTag).bytes(carrot.sealedAnchor);
  else if (viewTag !== undefined) writer.u8(viewTag);
};
