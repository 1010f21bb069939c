/**
 * Weight: the size with which a transaction counts in a block and for its fee. It is the size plus a surcharge
 * ("clawback"), because an aggregated range proof grows with the logarithm of the number of outputs while the work to
 * verify it grows with the number itself.
 * Upstream: `get_transaction_weight`, `get_pruned_transaction_weight`, `get_transaction_weight_clawback`,
 * src/cryptonote_basic/cryptonote_format_utils.cpp; `estimate_rct_tx_size`, `estimate_tx_weight`,
 * src/wallet/wallet2.cpp.
 */
import { ringSizeOf } from './prefix.ts';
import { writeTransaction } from './transaction.ts';
import {
  RCT_BULLETPROOF,
  RCT_BULLETPROOF2,
  RCT_BULLETPROOF_PLUS,
  RCT_CLSAG,
  type Transaction,
} from './types.ts';

/** Weight of an unpruned transaction. `blobSize`: pass it if known, to avoid serialising. */
export function transactionWeight(tx: Transaction, blobSize = writeTransaction(tx).length): number {
  const { rct, prunable } = tx;
  if (tx.prefix.version < 2 || !rct || rct.type < RCT_BULLETPROOF) return blobSize;
  const proof = prunable?.bulletproofsPlus[0] ?? prunable?.bulletproofs[0];
  if (!proof) throw new Error('the weight of a pruned transaction');
  return blobSize + clawback(rct.type >= RCT_BULLETPROOF_PLUS, 1 << (proof.L.length - 6));
}

/** Weight of a pruned transaction with rct type 4 to 6; the size of the pruned part is computed from the rest. */
export function prunedTransactionWeight(tx: Transaction): number {
  const { prefix, rct } = tx;
  if (!rct || rct.type < RCT_BULLETPROOF2 || rct.type > RCT_BULLETPROOF_PLUS || tx.prunable)
    throw new Error('not a pruned transaction of type 4 to 6');
  const plus = rct.type === RCT_BULLETPROOF_PLUS;
  const inputs = prefix.inputs.length;
  const ringSize = ringSizeOf(prefix);
  const rounds = proofRounds(prefix.outputs.length);
  const proof = 1 + proofSize(plus, rounds) + 2;
  const signature = rct.type >= RCT_CLSAG ? (ringSize + 2) * 32 : (2 * ringSize + 1) * 32;
  const size = writeTransaction(tx).length + proof + inputs * (signature + 32);
  return size + clawback(plus, 1 << (rounds - 6));
}

/** Bytes of the Bulletproof+ of so many outputs, with its counts. */
export function rangeProofSize(outputs: number): number {
  return 1 + proofSize(true, proofRounds(outputs)) + 2;
}

/** Numbers of a transaction that is not built yet, with BP+, CLSAG and view tags as since hard fork 15. */
export interface TxShape {
  readonly inputs: number;
  readonly ringSize: number;
  readonly outputs: number;
  /** Bytes of tx_extra. */
  readonly extraSize: number;
}

/** The reference wallet's estimate of the size in bytes; it assumes 6 bytes for every unknown varint. */
export function estimateTxSize({ inputs, ringSize, outputs, extraSize }: TxShape): number {
  const input = 1 + 6 + ringSize * 2 + 32;
  const output = 6 + 32 + 1;
  const proof = proofSize(true, proofRounds(outputs)) + 3;
  const clsag = 32 * ringSize + 64;
  const pseudoOut = 32;
  const encryptedAmount = 8;
  const commitment = 32;
  return (
    1 +
    6 +
    inputs * input +
    outputs * output +
    extraSize + // prefix
    1 +
    4 +
    outputs * (encryptedAmount + commitment) + // type, fee, base
    proof +
    inputs * (clsag + pseudoOut)
  );
}

export function estimateTxWeight(shape: TxShape): number {
  return (
    estimateTxSize(shape) + (shape.outputs > 2 ? clawback(true, 1 << (proofRounds(shape.outputs) - 6)) : 0)
  );
}

/** No transaction of this shape weighs less: each number that is not known yet counts as one byte. */
export function leastTxWeight({ inputs, ringSize, outputs, extraSize }: TxShape): number {
  const input = 1 + 1 + 1 + ringSize + 32;
  const output = 1 + 1 + 32 + 1;
  const prefix = 1 + 1 + 1 + inputs * input + 1 + outputs * output + 1 + extraSize;
  const base = 1 + 1 + outputs * (8 + 32);
  const clsag = 32 * ringSize + 64;
  const size = prefix + base + rangeProofSize(outputs) + inputs * (clsag + 32);
  return size + clawback(true, 1 << (proofRounds(outputs) - 6));
}

/** 6 rounds for one amount of 64 bits, one more for each doubling. */
const proofRounds = (outputs: number): number => {
  let rounds = 6;
  while (1 << (rounds - 6) < outputs) rounds++;
  return rounds;
};

const proofSize = (plus: boolean, rounds: number): number => 32 * ((plus ? 6 : 9) + 2 * rounds);

/** Four fifths of the difference to proofs of pairs, for `padded` = 2^k outputs. */
const clawback = (plus: boolean, padded: number): number => {
  if (padded <= 2) return 0;
  const perOutput = proofSize(plus, 7) / 2;
  return Math.floor(((perOutput * padded - proofSize(plus, proofRounds(padded))) * 4) / 5);
};
