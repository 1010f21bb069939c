/**
 * Verifies the proof of spend authorisation and linkability (SA/L) of one input.
 * Upstream: `SpendAuthAndLinkability::verify` in monero-oxide/ringct/fcmp++/src/sal/mod.rs of monero-oxide/monero-oxide
 * at ef348fff7, which adds the four equations with random weights; here each is checked.
 */
import type { Point, Scalar } from '../../base/brands.ts';
import { concat, equalBytes } from '../../base/bytes.ts';
import { kernel } from '../../kernel/kernel.ts';
import { G, IDENTITY, ONE } from '../ring/constants.ts';
import {
  SAL_FORMAT,
  SAL_POINTS,
  SAL_SCALARS,
  salChallenge,
  type SalFormat,
  type SalProof,
  type SalStatement,
} from './sal-proof.ts';

const ZERO: Scalar = new Uint8Array(32);

/** False for points outside of the prime-order subgroup and scalars that are not reduced, too. C~ is not checked here. */
export function verifySal(statement: SalStatement, proof: SalProof, format: SalFormat = SAL_FORMAT): boolean {
  const { T, U, V } = format;
  const { input, keyImage } = statement;
  const points = concat(input.O, input.I, input.R, keyImage, ...SAL_POINTS.map((name) => proof[name]));
  if (kernel.primeSubgroupBatch(points).includes(0)) return false;
  if (!SAL_SCALARS.every((name) => kernel.isReducedScalar(proof[name]))) return false;

  const e = salChallenge(statement, proof, format);
  const minus = (scalar: Scalar): Scalar => kernel.scalarSub(ZERO, scalar);
  const { P, A, B, RO, RP, RL, alpha, beta, delta, y, z, rp } = proof;
  return (
    // The weighted inner product: P commits to x, i and x·i.
    isZeroSum([
      [kernel.scalarMul(e, e), P],
      [e, A],
      [ONE, B],
      [minus(kernel.scalarMul(alpha, e)), G],
      [minus(kernel.scalarMul(beta, e)), V],
      [minus(kernel.scalarMul(alpha, beta)), U],
      [minus(delta), T],
    ]) &&
    // O~ has this x.
    isZeroSum([
      [ONE, RO],
      [e, input.O],
      [minus(alpha), G],
      [minus(y), T],
    ]) &&
    // R has this i.
    isZeroSum([
      [ONE, RP],
      [e, P],
      [minus(e), input.O],
      [minus(e), input.R],
      [minus(z), U],
      [minus(rp), T],
    ]) &&
    // The key image is x·(I~ - i·U).
    isZeroSum([
      [ONE, RL],
      [e, keyImage],
      [minus(alpha), input.I],
      [z, U],
    ])
  );
}

const isZeroSum = (terms: readonly (readonly [Scalar, Point])[]): boolean => {
  const sum = kernel.multiexp(
    terms.map(([scalar]) => scalar),
    terms.map(([, point]) => point),
  );
  return equalBytes(sum, IDENTITY);
};
