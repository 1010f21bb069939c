/**
 * Decrypts amounts and masks of outputs that are ours. Outputs of today's RingCT types (encrypted amount of 8 bytes,
 * mask derived from the shared secret) are computed in one batch, where the kernel also computes the commitments to
 * compare with; public amounts and older types one by one.
 * Upstream: `wallet2::scan_output`, `decodeRct` (src/wallet/wallet2.cpp, src/ringct/rctSigs.cpp).
 */
import type { Scalar } from '../../base/brands.ts';
import { kernel } from '../../kernel/kernel.ts';
import { derivationToScalar } from '../../protocol/keys/derivation.ts';
import { isDerived, openAmount } from '../../protocol/rct/amount.ts';
import type { RctBase, TxPrefix } from '../../protocol/tx/types.ts';

export interface EncryptedOutput {
  readonly tx: {
    readonly prefix: TxPrefix;
    readonly rct: RctBase | undefined;
    readonly coinbase: boolean;
  };
  readonly outputIndex: number;
  /** Index of its derivation in the list given to `openOutputs`. */
  readonly derivation: number;
}

export interface OpenedOutput {
  readonly amount: bigint;
  readonly mask: Scalar;
  /** False only for a public amount of version 1, which has no commitment. */
  readonly rct: boolean;
  /** Hs(derivation | output index). */
  readonly scalar: Scalar;
}

/** Mask of a public amount: its commitment is `1·G + amount·H`. */
const ONE = Uint8Array.of(1, ...new Uint8Array(31));

/**
 * An item is undefined when the commitment does not match, the amount is 0, or the transaction lacks what belongs to
 * this output: wallet2 ignores such outputs. `derivations`: 32 bytes each.
 */
export function openOutputs(
  outputs: readonly EncryptedOutput[],
  derivations: Uint8Array,
): readonly (OpenedOutput | undefined)[] {
  const opened = openTogether(
    outputs.filter((each) => encryptedAmount(each)),
    derivations,
  );
  let next = 0;
  return outputs.map((each) => (encryptedAmount(each) ? opened[next++] : openOne(each, derivations)));
}

/** The encrypted amount, 8 bytes, of an output whose mask is derived; undefined for any other. */
const encryptedAmount = ({ tx: { prefix, rct }, outputIndex }: EncryptedOutput): Uint8Array | undefined => {
  if (!rct || !isDerived(rct.type) || prefix.outputs[outputIndex]!.amount > 0n) return undefined;
  const amount = rct.ecdh[outputIndex]?.amount;
  return amount?.length === 8 && rct.commitments[outputIndex] ? amount : undefined;
};

const openTogether = (
  outputs: readonly EncryptedOutput[],
  derivations: Uint8Array,
): readonly (OpenedOutput | undefined)[] => {
  const which = Uint32Array.from(outputs, ({ derivation }) => derivation);
  const indices = Uint32Array.from(outputs, ({ outputIndex }) => outputIndex);
  const sealed = new Uint8Array(8 * outputs.length);
  for (const [i, output] of outputs.entries()) sealed.set(encryptedAmount(output)!, 8 * i);
  const { scalars, masks, amounts, commitments } = kernel.openBatch(derivations, which, indices, sealed);
  const values = new BigUint64Array(amounts.buffer, amounts.byteOffset, outputs.length);
  return outputs.map(({ tx: { rct }, outputIndex }, i): OpenedOutput | undefined => {
    const commitment = rct!.commitments[outputIndex]!;
    for (let b = 0; b < 32; b++) if (commitments[32 * i + b] !== commitment[b]) return undefined;
    const amount = values[i]!;
    const part = (items: Uint8Array): Uint8Array => items.subarray(32 * i, 32 * i + 32);
    return amount > 0n ? { amount, mask: part(masks), rct: true, scalar: part(scalars) } : undefined;
  });
};

const openOne = (
  { tx: { prefix, rct, coinbase }, outputIndex, derivation }: EncryptedOutput,
  derivations: Uint8Array,
): OpenedOutput | undefined => {
  const scalar = derivationToScalar(derivations.subarray(32 * derivation, 32 * derivation + 32), outputIndex);
  const { amount } = prefix.outputs[outputIndex]!;
  if (amount > 0n) return { amount, mask: ONE, rct: coinbase && prefix.version >= 2, scalar };
  const ecdh = rct?.ecdh[outputIndex];
  const commitment = rct?.commitments[outputIndex];
  if (!rct || !ecdh || !commitment) return undefined;
  const opening = openAmount({ type: rct.type, ecdh, commitment, sharedScalar: scalar });
  return opening && opening.amount > 0n ? { ...opening, rct: true, scalar } : undefined;
};
