/**
 * Hashes of transactions: ids, their parts, and the message that RingCT signatures sign.
 * Upstream: `calculate_transaction_hash`, `get_pruned_transaction_hash`, src/cryptonote_basic/cryptonote_format_utils.cpp;
 * `get_pre_mlsag_hash`, src/ringct/rctSigs.cpp. Vectors: monero/data/txs, monero-oxide/transactions.json.
 */
import { asTxId, type TxId } from '../../base/brands.ts';
import { concat } from '../../base/bytes.ts';
import { kernel } from '../../kernel/kernel.ts';
import { writePrefix } from './prefix.ts';
import { writeRctBase } from './rct-base.ts';
import { writeRctPrunable } from './rct-prunable.ts';
import { prunableShape, writeTransaction } from './transaction.ts';
import {
  RCT_NULL,
  type Bulletproof,
  type BulletproofPlus,
  type RangeSig,
  type RctBase,
  type Transaction,
  type TxPrefix,
} from './types.ts';

const NULL_HASH = new Uint8Array(32);

export function prefixHash(prefix: TxPrefix): Uint8Array {
  return kernel.keccak256(writePrefix(prefix));
}

/** Hash of the prunable part; 32 zero bytes for rct type 0. The transaction must not be pruned. */
export function prunableHash(tx: Transaction): Uint8Array {
  if (!tx.rct || tx.rct.type === RCT_NULL) return NULL_HASH.slice();
  if (!tx.prunable) throw new Error('a pruned transaction has no prunable part to hash');
  return kernel.keccak256(writeRctPrunable(tx.prunable, prunableShape(tx.prefix, tx.rct)));
}

/** The id of an unpruned transaction or coinbase. For v1 it is the hash of the whole blob. */
export function txHash(tx: Transaction): TxId {
  if (tx.prefix.version !== 1) return prunedTxHash(tx, prunableHash(tx));
  if (tx.signatures.length !== tx.prefix.inputs.length) throw new Error('the id of a pruned v1 transaction');
  return asTxId(kernel.keccak256(writeTransaction(tx)));
}

/** The id of a v2 transaction by the hash of its prunable part (ignored for rct type 0). v1 needs the whole blob. */
export function prunedTxHash(tx: Transaction, prunable: Uint8Array): TxId {
  if (tx.prefix.version === 1) throw new Error('the id of a pruned v1 transaction');
  const base = tx.rct ? writeRctBase(tx.rct) : new Uint8Array(0);
  const last = !tx.rct || tx.rct.type === RCT_NULL ? NULL_HASH : prunable;
  return asTxId(kernel.keccak256(concat(prefixHash(tx.prefix), kernel.keccak256(base), last)));
}

/** A range proof of any type in `RctPrunable`. */
export type RangeProof = BulletproofPlus | Bulletproof | RangeSig;

/** The message of CLSAGs and MLSAGs: H(H(prefix) | H(base) | H(fields of the range proofs)). */
export function rctSigningMessage(
  prefix: TxPrefix,
  base: RctBase,
  rangeProofs: readonly RangeProof[],
): Uint8Array {
  return kernel.keccak256(
    concat(
      prefixHash(prefix),
      kernel.keccak256(writeRctBase(base)),
      kernel.keccak256(concat(...rangeProofs.flatMap(hashedFields))),
    ),
  );
}

/** `rctSigningMessage` for a transaction that contains its proofs. */
export function signingMessageOf({ prefix, rct, prunable }: Transaction): Uint8Array {
  if (!rct || !prunable) throw new Error('a signing message needs the whole transaction');
  const { rangeSigs, bulletproofs, bulletproofsPlus } = prunable;
  return rctSigningMessage(prefix, rct, [...rangeSigs, ...bulletproofs, ...bulletproofsPlus]);
}

/** The proof's fields in wire order, without counts; the amounts' commitments are hashed with the base. */
const hashedFields = (proof: RangeProof): readonly Uint8Array[] => {
  if ('A1' in proof)
    return [proof.A, proof.A1, proof.B, proof.r1, proof.s1, proof.d1, ...proof.L, ...proof.R];
  if ('Ci' in proof) return [...proof.s0, ...proof.s1, proof.ee, ...proof.Ci];
  const { A, S, T1, T2, taux, mu, L, R, a, b, t } = proof;
  return [A, S, T1, T2, taux, mu, ...L, ...R, a, b, t];
};
