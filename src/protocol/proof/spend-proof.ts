/**
 * Proofs that this wallet made a transaction: a new ring signature for each input with the same ring.
 * Upstream: `wallet2::get_spend_proof`, `check_spend_proof` (src/wallet/wallet2.cpp).
 * Parity test: tests/long/parity/proofs.test.ts
 *
 *   SpendProofV1, then 88 characters of base58 per ring member, inputs in order; signed: H(txid | message)
 */
import type { TxId } from '../../base/brands.ts';
import { concat, utf8 } from '../../base/bytes.ts';
import { kernel } from '../../kernel/kernel.ts';
import { encodeBase58 } from '../encoding/base58.ts';
import { fault } from '../faults.ts';
import type { RingSignature } from '../tx/types.ts';
import { decodePart, SIGNATURE_BYTES, SIGNATURE_CHARS } from './text.ts';

const HEADER = 'SpendProofV1';

/** One ring signature per input. */
export type SpendProof = readonly RingSignature[];

export function spendProofHash(txid: TxId, message: string): Uint8Array {
  return kernel.keccak256(concat(txid, utf8(message)));
}

export function writeSpendProof(proof: SpendProof): string {
  return HEADER + proof.flatMap((ring) => ring.map(encodeBase58)).join('');
}

/** Fault unsound_proof (header). Call this first, even before requesting the transaction. */
export function requireSpendProofHeader(text: string): void {
  if (!text.startsWith(HEADER)) throw fault('unsound_proof', { reason: 'header' });
}

/** Reads a proof for rings of these sizes. Undefined for another length. Fault unsound_proof: header, encoding. */
export function readSpendProof(text: string, ringSizes: readonly number[]): SpendProof | undefined {
  requireSpendProofHeader(text);
  const members = ringSizes.reduce((sum, size) => sum + size, 0);
  if (text.length !== HEADER.length + members * SIGNATURE_CHARS) return undefined;
  let at = HEADER.length;
  return ringSizes.map((size) =>
    Array.from({ length: size }, () => {
      const pair = decodePart(text, at, SIGNATURE_CHARS, SIGNATURE_BYTES);
      at += SIGNATURE_CHARS;
      return pair;
    }),
  );
}
