/**
 * Whole and pruned transactions of all versions and types.
 * Upstream: `transaction`, src/cryptonote_basic/cryptonote_basic.h. Vectors: monero/data/txs,
 * monero-oxide/transactions.json.
 */
import { fault } from '../faults.ts';
import { Reader } from '../encoding/reader.ts';
import { Writer } from '../encoding/writer.ts';
import { putPrefix, readPrefix, ringSizeOf, skimPrefix, type PrefixOffsets } from './prefix.ts';
import { putRctBase, readRctBase, skipRctBase } from './rct-base.ts';
import { putRctPrunable, readRctPrunable, type PrunableShape } from './rct-prunable.ts';
import {
  RCT_FCMP,
  RCT_NULL,
  type RctBase,
  type RingSignature,
  type Transaction,
  type TxForms,
  type TxPrefix,
} from './types.ts';

/**
 * A transaction with all its signatures. Bytes must contain exactly one (fault `trailing_bytes`); a `Reader` is read
 * from its position and stops after the transaction. Fields are views of the input.
 */
export function readTransaction(source: Uint8Array | Reader, forms: TxForms = 'today'): Transaction {
  return readFrom(source, (reader) => readWhole(reader, forms));
}

/** Prefix and rct base (v2), or the prefix alone (v1), as a node sends it with `prune`. */
export function readPrunedTransaction(source: Uint8Array | Reader, forms: TxForms = 'today'): Transaction {
  return readFrom(source, (reader) => readPruned(reader, forms));
}

/** Reads a transaction with empty `keyOffsets`, for the scan, which does not need ring members. */
export function readWithoutRings(source: Uint8Array, forms: TxForms = 'today'): Transaction {
  return readFrom(source, (reader) => readPruned(reader, forms, false));
}

interface SkimOptions {
  /** Where the transaction begins and ends. Default: all bytes. */
  readonly at?: number;
  readonly end?: number;
  readonly forms?: TxForms;
}

/** Offsets of the parts of a pruned transaction that a scan needs; `readPrunedTransaction` must accept the blob. */
export function skimPrunedTransaction(
  bytes: Uint8Array,
  { at = 0, end = bytes.length, forms = 'today' }: SkimOptions = {},
): PrefixOffsets {
  const reader = new Reader(bytes, at, end);
  const offsets = skimPrefix(reader, forms);
  if (offsets.version !== 1 && offsets.inputs > 0)
    skipRctBase(reader, offsets.inputs, offsets.keys.length, forms);
  reader.end();
  return offsets;
}

/** The transaction's bytes; in pruned form if it has no signatures. */
export function writeTransaction(tx: Transaction): Uint8Array {
  return putTransaction(new Writer(), tx).done();
}

export function putTransaction(writer: Writer, tx: Transaction): Writer {
  const { prefix, signatures, rct, prunable } = tx;
  putPrefix(writer, prefix);
  if (prefix.version === 1) {
    for (const signature of signatures) for (const pair of signature) writer.bytes(expectPair(pair));
    return writer;
  }
  if (!rct) return writer;
  putRctBase(writer, rct);
  return prunable ? putRctPrunable(writer, prunable, prunableShape(prefix, rct)) : writer;
}

export function prunableShape(prefix: TxPrefix, rct: RctBase): PrunableShape {
  return {
    type: rct.type,
    inputs: prefix.inputs.length,
    outputs: prefix.outputs.length,
    ringSize: ringSizeOf(prefix),
  };
}

const readFrom = (source: Uint8Array | Reader, read: (reader: Reader) => Transaction): Transaction => {
  if (source instanceof Reader) return read(source);
  const reader = new Reader(source);
  const tx = read(reader);
  reader.end();
  return tx;
};

const readPruned = (reader: Reader, forms: TxForms, rings = true): Transaction => {
  const prefix = readPrefix(reader, rings, forms);
  const { version, inputs, outputs } = prefix;
  // For a transaction without inputs, upstream writes no signatures at all.
  if (version === 1 || inputs.length === 0) return { prefix, signatures: [] };
  return { prefix, signatures: [], rct: readRctBase(reader, inputs.length, outputs.length, forms) };
};

const readWhole = (reader: Reader, forms: TxForms): Transaction => {
  const tx = readPruned(reader, forms);
  const { prefix, rct } = tx;
  if (prefix.version === 1)
    return { prefix, signatures: prefix.inputs.map((input) => readRing(reader, input)) };
  if (!rct || rct.type === RCT_NULL) return tx;
  // src/protocol/carrot/fcmp-part.ts reads the part with the proof.
  if (rct.type === RCT_FCMP) throw fault('unknown_format', { what: 'a whole transaction of type 7' });
  return { ...tx, prunable: readRctPrunable(reader, prunableShape(prefix, rct)) };
};

/** One (c, r) pair of 64 bytes per ring member, without a count. A coinbase input has none. */
const readRing = (reader: Reader, input: TxPrefix['inputs'][number]): RingSignature => {
  const pairs: Uint8Array[] = [];
  if (input.kind === 'key') for (let i = 0; i < input.keyOffsets.length; i++) pairs.push(reader.take(64));
  return pairs;
};

const expectPair = (pair: Uint8Array): Uint8Array => {
  if (pair.length !== 64) throw new Error(`a ring signature pair of ${pair.length} bytes`);
  return pair;
};
