/**
 * Makes the proof of spend authorisation and linkability (SA/L) of one input: its maker knows x and y of the key that the
 * input blinds, and the key image is x times the generator that it blinds. A conjunction of Schnorr proofs and a weighted
 * inner product of length one, from Cypher Stack's review of the composition of FCMP++.
 * Upstream: `SpendAuthAndLinkability::prove` in monero-oxide/ringct/fcmp++/src/sal/mod.rs of monero-oxide/monero-oxide
 * at ef348fff7.
 */
import { asKeyImage, type KeyImage, type Point, type Scalar } from '../../base/brands.ts';
import { kernel } from '../../kernel/kernel.ts';
import { randomScalar, type RandomBytes } from '../ring/scalar.ts';
import type { BlindedInput, InputOpening } from './input.ts';
import { SAL_FORMAT, salChallenge, type SalFormat, type SalProof } from './sal-proof.ts';

export interface MadeSal {
  readonly keyImage: KeyImage;
  readonly proof: SalProof;
}

/** `txHash` as in `SalStatement`. The caller wipes the opening. */
export function proveSal(
  txHash: Uint8Array,
  input: BlindedInput,
  { x, y, i, r }: InputOpening,
  random: RandomBytes,
  format: SalFormat = SAL_FORMAT,
): MadeSal {
  const { T, U, V } = format;
  const secrets: Scalar[] = [];
  /** Wiped at the end. */
  const kept = (secret: Scalar): Scalar => {
    secrets.push(secret);
    return secret;
  };
  const nonce = (): Scalar => kept(randomScalar(random));
  const [alpha, beta, delta, mu, ry, rz] = [nonce(), nonce(), nonce(), nonce(), nonce(), nonce()];
  const [p, rp] = [nonce(), nonce()];
  const z = kept(kernel.scalarMul(x, i));

  const keyImage = asKeyImage(kernel.pointSub(kernel.mul(x, input.I), kernel.mul(z, U)));
  const P = sum(kernel.mulBase(x), kernel.mul(i, V), kernel.mul(z, U), kernel.mul(p, T));
  const alphaG = kernel.mulBase(alpha);
  const crossed = kept(kernel.scalarMulAdd(alpha, i, kept(kernel.scalarMul(beta, x))));
  const A = sum(alphaG, kernel.mul(beta, V), kernel.mul(crossed, U), kernel.mul(delta, T));
  const B = sum(kernel.mul(kept(kernel.scalarMul(alpha, beta)), U), kernel.mul(mu, T));
  const RO = sum(alphaG, kernel.mul(ry, T));
  const RP = sum(kernel.mul(rz, U), kernel.mul(rp, T));
  const RL = kernel.pointSub(kernel.mul(alpha, input.I), kernel.mul(rz, U));

  const e = salChallenge({ txHash, input, keyImage }, { P, A, B, RO, RP, RL }, format);
  // P - O~ - R has no part of G and V, and this much of T.
  const restOfT = kept(kernel.scalarSub(kept(kernel.scalarSub(p, y)), r));
  const linear = kept(kernel.scalarMulAdd(e, delta, mu));
  const proof = {
    P,
    A,
    B,
    RO,
    RP,
    RL,
    alpha: kernel.scalarMulAdd(e, x, alpha),
    beta: kernel.scalarMulAdd(e, i, beta),
    delta: kernel.scalarAdd(linear, kept(kernel.scalarMul(kernel.scalarMul(e, e), p))),
    y: kernel.scalarMulAdd(e, y, ry),
    z: kernel.scalarMulAdd(e, z, rz),
    rp: kernel.scalarMulAdd(e, restOfT, rp),
  };
  for (const secret of secrets) secret.fill(0);
  return { keyImage, proof };
}

const sum = (...points: readonly Point[]): Point => points.reduce((a, b) => kernel.pointAdd(a, b));
