/**
 * The amount that a transaction pays to an address, computed from disclosed derivations.
 * Upstream: `wallet2::check_tx_key_helper`, `is_out_to_acc`, `decodeRct` (src/wallet/wallet2.cpp).
 */
import type { Point } from '../../base/brands.ts';
import { equalBytes } from '../../base/bytes.ts';
import { derivationToScalar, derivePublicKey, deriveViewTag } from '../keys/derivation.ts';
import { openAmount } from '../rct/amount.ts';
import { RCT_NULL, type Transaction, type TxOutput } from '../tx/types.ts';
import type { ProofAddress } from './address.ts';

/** Derivations (8·D). Undefined ones are not proven; no outputs are found with them. */
export interface Derivations {
  readonly main: Point | undefined;
  /** By output index; missing ones find no outputs. */
  readonly additional: readonly (Uint8Array | undefined)[];
}

/** The sum in piconero. */
export function receivedBy(
  tx: Transaction,
  address: ProofAddress,
  { main, additional }: Derivations,
): bigint {
  return tx.prefix.outputs.reduce((sum, output, index) => {
    const derivation =
      matching(main, output, index, address) ?? matching(additional[index], output, index, address);
    return derivation ? sum + amountOf(tx, index, derivation) : sum;
  }, 0n);
}

/** In piconero: clear in version 1 and in coinbases, otherwise decrypted. 0 when it does not match the commitment. */
export function amountOf({ prefix, rct }: Transaction, index: number, derivation: Point): bigint {
  const { amount } = prefix.outputs[index]!;
  if (prefix.version === 1 || !rct || rct.type === RCT_NULL) return amount;
  const ecdh = rct.ecdh[index];
  const commitment = rct.commitments[index];
  if (!ecdh || !commitment) return 0n;
  const sharedScalar = derivationToScalar(derivation, index);
  return openAmount({ type: rct.type, ecdh, commitment, sharedScalar })?.amount ?? 0n;
}

const matching = (
  derivation: Point | undefined,
  { key, viewTag }: TxOutput,
  index: number,
  { spendPublic }: ProofAddress,
): Uint8Array | undefined => {
  if (!derivation) return undefined;
  if (viewTag !== undefined && viewTag !== deriveViewTag(derivation, index)) return undefined;
  return equalBytes(derivePublicKey(derivation, index, spendPublic), key) ? derivation : undefined;
};
