/** Sums of multiples of the generators of proofs over Helios and Selene. Implemented by ref/ref-tower-sums.ts. */
import type { TowerCurve, TowerPoint } from './ref/tower-cycle.ts';

/** Scalars of the generators; all are reduced. */
export interface ProofScalars {
  /** Scalars of the generators of left and right values, from the first. */
  readonly left?: readonly bigint[];
  readonly right?: readonly bigint[];
  /** Scalars of the generators of single values and of masks. */
  readonly value?: bigint;
  readonly mask?: bigint;
  /** No branch and no address of the kernel may depend on the scalars; `others` are not allowed then. */
  readonly secret?: boolean;
  readonly others?: readonly { readonly scalar: bigint; readonly point: TowerPoint }[];
}

export type TowerSums = (curve: TowerCurve, scalars: ProofScalars) => TowerPoint;

/** Several sums, which several threads may share. */
export type SharedSums = (
  curve: TowerCurve,
  batch: readonly ProofScalars[],
) => Promise<readonly TowerPoint[]>;

/** All on this thread. */
export function sharedSums(sums: TowerSums): SharedSums {
  return (curve, batch) => Promise.resolve(batch.map((scalars) => sums(curve, scalars)));
}
