/**
 * One source, three builds. A field element is LANES values side by side: one in the scalar build, two in the SIMD
 * builds. FE bytes hold them, whatever the limbs are (field/*.ts), and only lane accessors look inside.
 */
export const LANES: i32 = ASC_FEATURE_SIMD ? 2 : 1;
export const FE: usize = ASC_FEATURE_RELAXED_SIMD ? 80 : ASC_FEATURE_SIMD ? 192 : 40;

/** Points of four elements: X, Y, Z, T; or cached Y+X, Y-X, 2Z, 2dT. */
export const GE: usize = 4 * FE;
/** Affine cached points of three elements: Y+X, Y-X, 2dXY. */
export const NIELS: usize = 3 * FE;

/**
 * Points that a batch computes at once, operation by operation: each operation ends in a chain of carries, and while one
 * point waits for its own, the processor has the other's to do.
 */
export const AT_ONCE: usize = 2;
