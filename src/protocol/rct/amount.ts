/**
 * Pedersen commitments C = mask·G + amount·H, and how an output sends both numbers to its receiver.
 * Upstream: src/ringct/rctOps.cpp (`ecdhEncode`, `ecdhDecode`, `genCommitmentMask`, `zeroCommit`), rctSigs.cpp
 * (`decodeRctSimple`). Vectors: tests/unit/protocol/rct/amount.test.ts.
 */
import { asCommitment, type Commitment, type Scalar } from '../../base/brands.ts';
import { bytesToBigint, concat, equalBytes, u64le, utf8, xorBytes } from '../../base/bytes.ts';
import { kernel } from '../../kernel/kernel.ts';
import { H, ONE } from '../ring/constants.ts';
import { hashToScalar } from '../ring/scalar.ts';
import { RCT_BULLETPROOF, RCT_NULL, type EcdhInfo, type RctType } from '../tx/types.ts';

const COMMITMENT_MASK = utf8('commitment_mask');
const AMOUNT = utf8('amount');

/** The two numbers in a commitment. */
export interface Opening {
  /** Piconero. */
  readonly amount: bigint;
  /** Blinding factor, a scalar. */
  readonly mask: Scalar;
}

/** The scalar of an amount: eight little-endian bytes and 24 zeros. */
export function amountScalar(amount: bigint): Scalar {
  if (amount < 0n || amount >> 64n !== 0n) throw new Error('an amount is an unsigned 64-bit number');
  return concat(u64le(amount), new Uint8Array(24));
}

/** mask·G + amount·H, in constant time, since both numbers may be secret. */
export function commit({ amount, mask }: Opening): Commitment {
  return asCommitment(kernel.pointAdd(kernel.mulBase(mask), kernel.mul(amountScalar(amount), H)));
}

/** Commitment to a public amount (coinbase, pre-RingCT inputs), with mask 1. */
export function zeroCommit(amount: bigint): Commitment {
  return commit({ amount, mask: ONE });
}

/** The mask that types 4 to 6 derive for an output from Hs(derivation | index). */
export function commitmentMask(sharedScalar: Scalar): Scalar {
  return hashToScalar(COMMITMENT_MASK, sharedScalar);
}

/** True if the mask is derived and the amount xor-ed (from type 4 on). Types 1 to 3 send both as blinded scalars. */
export function isDerived(type: RctType): boolean {
  return type > RCT_BULLETPROOF;
}

/** Encrypts mask and amount; from type 4 on the amount only: the mask is `commitmentMask(sharedScalar)`. */
export function encodeEcdh(type: RctType, { amount, mask }: Opening, sharedScalar: Scalar): EcdhInfo {
  if (isDerived(type)) return { amount: xorBytes(u64le(amount), amountPad(sharedScalar)) };
  const [forMask, forAmount] = blinders(sharedScalar);
  return {
    mask: kernel.scalarAdd(mask, forMask),
    amount: kernel.scalarAdd(amountScalar(amount), forAmount),
  };
}

export interface SealedAmount {
  readonly type: RctType;
  readonly ecdh: EcdhInfo;
  readonly commitment: Commitment;
  /** Hs(derivation | output index). */
  readonly sharedScalar: Scalar;
}

/** Amount and mask of a received output. Undefined if they do not match its commitment: it is worthless. */
export function openAmount(sealed: SealedAmount): Opening | undefined {
  const opening = decodeEcdh(sealed.type, sealed.ecdh, sealed.sharedScalar);
  if (opening === undefined) return undefined;
  // One multiplication instead of two. Its time may depend on the amount, but only this device can measure it.
  const commitment = kernel.mulBaseAdd(opening.mask, amountScalar(opening.amount), H);
  return equalBytes(commitment, sealed.commitment) ? opening : undefined;
}

const decodeEcdh = (type: RctType, ecdh: EcdhInfo, sharedScalar: Scalar): Opening | undefined => {
  if (type === RCT_NULL) return undefined;
  if (isDerived(type)) {
    if (ecdh.amount.length !== 8) return undefined;
    const amount = bytesToBigint(xorBytes(ecdh.amount, amountPad(sharedScalar)));
    return { amount, mask: commitmentMask(sharedScalar) };
  }
  if (ecdh.mask?.length !== 32 || ecdh.amount.length !== 32) return undefined;
  const [forMask, forAmount] = blinders(sharedScalar);
  // Old transactions may have numbers that are not reduced; upstream's subtraction reduces them.
  const mask = kernel.scalarSub(kernel.scalarReduce(ecdh.mask), forMask);
  const amount = bytesToBigint(kernel.scalarSub(kernel.scalarReduce(ecdh.amount), forAmount));
  return amount >> 64n === 0n ? { amount, mask } : undefined;
};

const amountPad = (sharedScalar: Scalar): Uint8Array =>
  kernel.keccak256(concat(AMOUNT, sharedScalar)).subarray(0, 8);

const blinders = (sharedScalar: Scalar): readonly [Uint8Array, Uint8Array] => {
  const forMask = hashToScalar(sharedScalar);
  return [forMask, hashToScalar(forMask)];
};
