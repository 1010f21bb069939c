/**
 * Proof of knowledge of x with P = x·base and D = x·Q: the core of transaction and reserve proofs. Sender: x = r, P =
 * R (the transaction's key), Q = the receiver's view key A. Receiver: x = a, P = A, Q = R. The base is G, or the
 * spend key of a subaddress. D carries no cofactor: the derivation is 8·D.
 * Upstream: `generate_tx_proof`, `check_tx_proof` in src/crypto/crypto.cpp.
 *
 *   c = Hs(hash | D | k·base | k·Q | H("TXPROOF_V2") | P | Q | spend key or 32 zeros), s = k - c·x; 64 bytes c | s
 *   version 1, read only, ends after k·Q
 */
import type { Point, PublicKey, SecretKey } from '../../base/brands.ts';
import { concat, equalBytes, utf8 } from '../../base/bytes.ts';
import { kernel } from '../../kernel/kernel.ts';
import { hashToScalar, randomScalar, type RandomBytes } from '../ring/scalar.ts';
import { SIGNATURE_BYTES } from './text.ts';

const DOMAIN = utf8('TXPROOF_V2');
const NO_POINT = new Uint8Array(32);

export type ProofVersion = 1 | 2;

export interface SharedSecretStatement {
  /** 32 bytes: hash of the signed message. */
  readonly hash: Uint8Array;
  /** P = x·base. */
  readonly proverKey: PublicKey;
  /** Q. */
  readonly otherKey: PublicKey;
  /** The base point if it is not G: the spend key of a subaddress. */
  readonly spendPublic?: PublicKey | undefined;
  /** D = x·Q. */
  readonly sharedSecret: Point;
}

/** Kernel fault `bad_point` for an invalid key in the statement. */
export function proveSharedSecret(
  { random }: { readonly random: RandomBytes },
  statement: SharedSecretStatement,
  secret: SecretKey,
): Uint8Array {
  const { spendPublic, otherKey } = statement;
  const nonce = randomScalar(random);
  const onBase = spendPublic ? kernel.mul(nonce, spendPublic) : kernel.mulBase(nonce);
  const c = challenge(statement, 2, onBase, kernel.mul(nonce, otherKey));
  const s = kernel.scalarSub(nonce, kernel.scalarMul(c, secret));
  nonce.fill(0);
  return concat(c, s);
}

/** False for bad points, unreduced scalars and wrong lengths. */
export function checkSharedSecret(
  statement: SharedSecretStatement,
  signature: Uint8Array,
  version: ProofVersion,
): boolean {
  const { proverKey, otherKey, spendPublic, sharedSecret } = statement;
  const points = [proverKey, otherKey, sharedSecret, ...(spendPublic ? [spendPublic] : [])];
  if (signature.length !== SIGNATURE_BYTES || !points.every((point) => kernel.isOnCurve(point))) return false;
  const c = signature.subarray(0, 32);
  const s = signature.subarray(32);
  if (!kernel.isReducedScalar(c) || !kernel.isReducedScalar(s)) return false;
  const onBase = spendPublic
    ? kernel.mulAdd2(c, proverKey, s, spendPublic)
    : kernel.mulBaseAdd(s, c, proverKey);
  const onOther = kernel.mulAdd2(c, sharedSecret, s, otherKey);
  return equalBytes(challenge(statement, version, onBase, onOther), c);
}

const challenge = (
  { hash, proverKey, otherKey, spendPublic, sharedSecret }: SharedSecretStatement,
  version: ProofVersion,
  onBase: Uint8Array,
  onOther: Uint8Array,
): Uint8Array =>
  version === 1
    ? hashToScalar(hash, sharedSecret, onBase, onOther)
    : hashToScalar(
        hash,
        sharedSecret,
        onBase,
        onOther,
        kernel.keccak256(DOMAIN),
        proverKey,
        otherKey,
        spendPublic ?? NO_POINT,
      );
