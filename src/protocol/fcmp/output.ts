/**
 * The part of an output that the tree contains, and the six numbers of its leaf.
 * Upstream: src/fcmp_pp/fcmp_pp_types.h (kinds of outputs), `output_to_tuple` and `outputs_to_leaves` in
 * src/fcmp_pp/curve_trees.cpp, `get_valid_torsion_cleared_point_vartime` in src/fcmp_pp/fcmp_pp_crypto.cpp of
 * monero-project/monero at 0aa9c51bd.
 */
import { isFault } from '../../base/fault.ts';
import type { Commitment, Point, PublicKey } from '../../base/brands.ts';
import { equalBytes } from '../../base/bytes.ts';
import { kernel } from '../../kernel/kernel.ts';
import { hashToPointUnbiased } from '../../kernel/unbiased-hash.ts';
import { toWeierstrass } from '../../kernel/ref/wei25519.ts';
import { IDENTITY, INV_EIGHT } from '../ring/constants.ts';

export interface ChainOutput {
  readonly key: PublicKey;
  /** G + amount·H where the chain shows the amount. */
  readonly commitment: Commitment;
  /**
   * `legacy`: of before Carrot; its points may have a part of small order, and its key image uses the biased hash.
   * `carrot`: consensus has checked its points.
   */
  readonly kind: 'legacy' | 'carrot';
}

export interface OutputTuple {
  /** Key without its part of small order. */
  readonly O: Point;
  /** Key image generator: Hp of the key as the chain has it. A key image that was published before stays the same. */
  readonly I: Point;
  /** Commitment without its part of small order. */
  readonly C: Point;
}

/** x and y of O, of I and of C: scalars of Selene. */
export type LeafScalars = readonly [bigint, bigint, bigint, bigint, bigint, bigint];

/** Undefined for an output that never enters the tree, since a point of it is none or of small order. */
export function outputTuple({ key, commitment, kind }: ChainOutput): OutputTuple | undefined {
  const [O, C] = kind === 'legacy' ? [clearTorsion(key), clearTorsion(commitment)] : [key, commitment];
  if (O === undefined || C === undefined) return undefined;
  return { O, I: kind === 'legacy' ? kernel.hashToPoint(key) : hashToPointUnbiased(key), C };
}

/** The scalars of the output's leaf; undefined for an output that never enters the tree. */
export function leafScalars(output: ChainOutput): LeafScalars | undefined {
  try {
    const tuple = outputTuple(output);
    if (tuple === undefined) return undefined;
    const [O, I, C] = [tuple.O, tuple.I, tuple.C].map(toWeierstrass);
    return [O!.x, O!.y, I!.x, I!.y, C!.x, C!.y];
  } catch (error) {
    if (isFault(error, 'bad_point')) return undefined;
    throw error;
  }
}

/** 8·(1/8·P): the part of P in the prime-order subgroup. Undefined for bytes that are no point or of small order. */
export function clearTorsion(point: Point): Point | undefined {
  if (!kernel.isOnCurve(point)) return undefined;
  const cleared = kernel.mul8(INV_EIGHT, point);
  return equalBytes(cleared, IDENTITY) ? undefined : cleared;
}
