/**
 * The statement of an arithmetic circuit proof: rows left·right = product, and linear constraints over these and the values
 * of commitments. From "Generalized Bulletproofs" (Cypher Stack), which adds vector commitments to section 5 of the
 * Bulletproofs paper: the vectors become coefficients of two polynomials l and r, so that the constraints are one
 * coefficient of the polynomial t = <l, r>.
 * Upstream: crypto/generalized-bulletproofs/src/arithmetic_circuit_proof.rs of kayabaNerve/monero-oxide, branch fcmp++ at
 * dc1b3dbe4.
 */
import type { TowerCurve, TowerPoint } from '../../kernel/ref/tower-cycle.ts';
import type { Linear } from './linear.ts';

export interface ArithmeticStatement {
  readonly curve: TowerCurve;
  /** A power of two. */
  readonly rows: number;
  readonly constraints: readonly Linear[];
  /** In the transcript already. */
  readonly vectors: readonly TowerPoint[];
  readonly singles: readonly TowerPoint[];
}

export interface ArithmeticWitness {
  /** Values of the rows that are used. */
  readonly left: readonly bigint[];
  readonly right: readonly bigint[];
  readonly vectors: readonly { readonly values: readonly bigint[]; readonly mask: bigint }[];
  readonly singles: readonly { readonly value: bigint; readonly mask: bigint }[];
}

/** At which powers of x the parts are. The powers of a part in l and of its partner in r add up to `constraints`. */
export interface Places {
  /** The coefficient of t that the constraints fix; also of the products in l, whose partner is at 0. */
  readonly constraints: number;
  /** Left values in l and right values in r. */
  readonly factors: number;
  /** The blinding vectors in both. */
  readonly blinding: number;
  /** Each vector commitment in l. */
  readonly vectors: readonly number[];
  /** The number of coefficients of t. */
  readonly length: number;
}

export function placesOf(vectors: number): Places {
  const half = 1 + Math.floor(vectors / 2);
  const blinding = 2 * half + 1;
  return {
    constraints: 2 * half,
    factors: half,
    blinding,
    vectors: Array.from({ length: vectors }, (_, i) => (i < half ? i : i + 1)),
    length: 2 * blinding + 1,
  };
}
