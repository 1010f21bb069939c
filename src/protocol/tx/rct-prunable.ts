/**
 * The part of the RingCT signatures that pruning drops: range proofs, ring signatures, pseudo outputs.
 * Upstream: `serialize_rctsig_prunable`, `n_bulletproof_max_amounts`, src/ringct/rctTypes.{h,cpp};
 * `expand_transaction_1`, src/cryptonote_basic/cryptonote_format_utils.cpp. Vectors: monero/data/txs.
 *
 *   type   range proofs             ring signatures                pseudo outputs
 *   1      a Borromean per output   one MLSAG over all inputs      none
 *   2      a Borromean per output   an MLSAG per input             in the base
 *   3, 4   one Bulletproof          an MLSAG per input             here
 *   5      one Bulletproof          a CLSAG per input              here
 *   6      one Bulletproof+         a CLSAG per input              here
 *
 * Type 7 has its own reader, which loads on demand: src/protocol/carrot/fcmp-part.ts.
 */
import { asCommitment } from '../../base/brands.ts';
import { fault } from '../faults.ts';
import type { Reader } from '../encoding/reader.ts';
import { Writer } from '../encoding/writer.ts';
import {
  RCT_BULLETPROOF,
  RCT_BULLETPROOF_PLUS,
  RCT_CLSAG,
  RCT_FULL,
  RCT_NULL,
  RCT_SIMPLE,
  type Bulletproof,
  type BulletproofPlus,
  type Clsag,
  type Mlsag,
  type RangeSig,
  type RctPrunable,
  type RctType,
} from './types.ts';

/** Counts that the arrays do not contain; they come from prefix and base. */
export interface PrunableShape {
  readonly type: RctType;
  readonly inputs: number;
  readonly outputs: number;
  readonly ringSize: number;
}

/** Rounds of a proof for 16 amounts of 64 bits, the most in a transaction. */
const MAX_ROUNDS = 10;
/** Rounds of a proof for one amount. */
const MIN_ROUNDS = 6;
export function readRctPrunable(reader: Reader, shape: PrunableShape): RctPrunable {
  const { type, inputs, outputs, ringSize } = shape;
  if (type === RCT_NULL) throw new Error('rct type 0 has no prunable part');
  // The ring size is the length of arrays. An input without ring members has no valid signature.
  if (ringSize < 1) throw fault('bad_format', { what: 'empty ring' });
  const proofs = readRangeProofs(reader, type, outputs);
  const clsags: Clsag[] = [];
  const mlsags: Mlsag[] = [];
  if (type >= RCT_CLSAG) for (let i = 0; i < inputs; i++) clsags.push(readClsag(reader, ringSize));
  else {
    const { count, rows } = mlsagShape(type, inputs);
    for (let i = 0; i < count; i++) mlsags.push(readMlsag(reader, ringSize, rows));
  }
  const pseudoOuts = type >= RCT_BULLETPROOF ? reader.keys(inputs).map(asCommitment) : [];
  return { ...proofs, mlsags, clsags, pseudoOuts };
}

/** Writes the fields of `shape.type`. Throws Error when counts do not match the shape. */
export function putRctPrunable(writer: Writer, prunable: RctPrunable, shape: PrunableShape): Writer {
  const { type, inputs, outputs, ringSize } = shape;
  putRangeProofs(writer, prunable, type, outputs);
  if (type >= RCT_CLSAG) {
    expectLength('CLSAGs', prunable.clsags, inputs);
    for (const clsag of prunable.clsags) {
      expectLength('CLSAG scalars', clsag.s, ringSize);
      writer.keys(clsag.s).key(clsag.c1).key(clsag.D);
    }
  } else {
    const { count, rows } = mlsagShape(type, inputs);
    expectLength('MLSAGs', prunable.mlsags, count);
    for (const mlsag of prunable.mlsags) {
      expectLength('MLSAG columns', mlsag.ss, ringSize);
      for (const column of mlsag.ss) {
        expectLength('MLSAG rows', column, rows);
        writer.keys(column);
      }
      writer.key(mlsag.cc);
    }
  }
  if (type >= RCT_BULLETPROOF) {
    expectLength('pseudo outputs', prunable.pseudoOuts, inputs);
    writer.keys(prunable.pseudoOuts);
  }
  return writer;
}

export function writeRctPrunable(prunable: RctPrunable, shape: PrunableShape): Uint8Array {
  return putRctPrunable(new Writer(), prunable, shape).done();
}

/** Type Full has one signature and the sum of commitments; the others have one per input with its pseudo output. */
const mlsagShape = (type: RctType, inputs: number): { count: number; rows: number } =>
  type === RCT_FULL ? { count: 1, rows: inputs + 1 } : { count: inputs, rows: 2 };

type RangeProofs = Pick<RctPrunable, 'rangeSigs' | 'bulletproofs' | 'bulletproofsPlus'>;

export function readRangeProofs(reader: Reader, type: RctType, outputs: number): RangeProofs {
  if (type <= RCT_SIMPLE) {
    const rangeSigs: RangeSig[] = [];
    for (let i = 0; i < outputs; i++) rangeSigs.push(readRangeSig(reader));
    return { rangeSigs, bulletproofs: [], bulletproofsPlus: [] };
  }
  // Type 3 stores the number of proofs in four bytes, later types in a varint. In accepted transactions it is 1.
  const count = type === RCT_BULLETPROOF ? reader.u32() : reader.count(outputs);
  if (count !== 1) throw fault('bad_format', { what: `${count} aggregated range proofs` });
  if (type === RCT_BULLETPROOF_PLUS)
    return { rangeSigs: [], bulletproofs: [], bulletproofsPlus: [readBulletproofPlus(reader, outputs)] };
  return { rangeSigs: [], bulletproofs: [readBulletproof(reader, outputs)], bulletproofsPlus: [] };
}

export function putRangeProofs(writer: Writer, proofs: RangeProofs, type: RctType, outputs: number): void {
  if (type <= RCT_SIMPLE) {
    expectLength('range signatures', proofs.rangeSigs, outputs);
    for (const sig of proofs.rangeSigs) {
      for (const bits of [sig.s0, sig.s1, sig.Ci]) expectLength('range signature bits', bits, 64);
      writer.keys(sig.s0).keys(sig.s1).key(sig.ee).keys(sig.Ci);
    }
    return;
  }
  expectLength(
    'range proofs',
    type === RCT_BULLETPROOF_PLUS ? proofs.bulletproofsPlus : proofs.bulletproofs,
    1,
  );
  if (type === RCT_BULLETPROOF) writer.u32(1);
  else writer.varint(1);
  if (type === RCT_BULLETPROOF_PLUS) {
    for (const { A, A1, B, r1, s1, d1, L, R } of proofs.bulletproofsPlus)
      putRounds(writer.keys([A, A1, B, r1, s1, d1]), L, R);
    return;
  }
  for (const { A, S, T1, T2, taux, mu, L, R, a, b, t } of proofs.bulletproofs)
    putRounds(writer.keys([A, S, T1, T2, taux, mu]), L, R).keys([a, b, t]);
}

const readRangeSig = (reader: Reader): RangeSig => ({
  s0: reader.keys(64),
  s1: reader.keys(64),
  ee: reader.key(),
  Ci: reader.keys(64),
});

const readBulletproof = (reader: Reader, outputs: number): Bulletproof => {
  const [A, S, T1, T2, taux, mu] = reader.keys(6) as [...SixKeys];
  const { L, R } = readRounds(reader, outputs);
  return { A, S, T1, T2, taux, mu, L, R, a: reader.key(), b: reader.key(), t: reader.key() };
};

const readBulletproofPlus = (reader: Reader, outputs: number): BulletproofPlus => {
  const [A, A1, B, r1, s1, d1] = reader.keys(6) as [...SixKeys];
  return { A, A1, B, r1, s1, d1, ...readRounds(reader, outputs) };
};
type SixKeys = readonly [Uint8Array, Uint8Array, Uint8Array, Uint8Array, Uint8Array, Uint8Array];

/** L and R of the inner product: 6 rounds for one amount, one more for each doubling, enough for all outputs. */
const readRounds = (reader: Reader, outputs: number): { L: Uint8Array[]; R: Uint8Array[] } => {
  const L = reader.list(MAX_ROUNDS, 32, (r) => r.key());
  const R = reader.list(MAX_ROUNDS, 32, (r) => r.key());
  if (L.length !== R.length || L.length < MIN_ROUNDS || 1 << (L.length - MIN_ROUNDS) < outputs)
    throw fault('bad_format', { what: `range proof of ${L.length} and ${R.length} rounds` });
  return { L, R };
};

const putRounds = (writer: Writer, L: readonly Uint8Array[], R: readonly Uint8Array[]): Writer =>
  writer.list(L, (w, key) => w.key(key)).list(R, (w, key) => w.key(key));

const readClsag = (reader: Reader, ringSize: number): Clsag => ({
  s: reader.keys(ringSize),
  c1: reader.key(),
  D: reader.key(),
});

const readMlsag = (reader: Reader, ringSize: number, rows: number): Mlsag => {
  const ss: Uint8Array[][] = [];
  for (let i = 0; i < ringSize; i++) ss.push(reader.keys(rows));
  return { ss, cc: reader.key() };
};

const expectLength = (what: string, list: readonly unknown[], expected: number): void => {
  if (list.length !== expected) throw new Error(`${list.length} ${what} instead of ${expected}`);
};
