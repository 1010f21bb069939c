/** Constants of the field, the curve and the biased map, 32 little-endian bytes each. Written by scripts/tools/build/gen-field.ts; do not edit. */

/** d = -121665/121666 */
export const D_BYTES: usize = memory.data<u64>([0x75eb4dca135978a3, 0x700a4d4141d8ab, 0x8cc740797779e898, 0x52036cee2b6ffe73]);
/** 2d */
export const D2_BYTES: usize = memory.data<u64>([0xebd69b9426b2f159, 0xe0149a8283b156, 0x198e80f2eef3d130, 0x2406d9dc56dffce7]);
/** A square root of -1. */
export const I_BYTES: usize = memory.data<u64>([0xc4ee1b274a0ea0b0, 0x2f431806ad2fe478, 0x2b4d00993dfbd7a7, 0x2b8324804fc1df0b]);
/** The base point, compressed. */
export const G_BYTES: usize = memory.data<u64>([0x6666666666666658, 0x6666666666666666, 0x6666666666666666, 0x6666666666666666]);
/** The generator for amounts, compressed. */
export const H_BYTES: usize = memory.data<u64>([0xaf9937157059658b, 0xead0adf19fdcea2a, 0xa9cf5441d551726c, 0x941f9cd30d3a172c]);
/** 1, and the identity. */
export const ONE_BYTES: usize = memory.data<u64>([0x1, 0x0, 0x0, 0x0]);
/** A = 486662 of the Montgomery form. */
export const A_BYTES: usize = memory.data<u64>([0x76d06, 0x0, 0x0, 0x0]);
/** sqrt(-2A(A+2)) */
export const MAP1_BYTES: usize = memory.data<u64>([0xdd58968acde3bdff, 0x2e6bfb5746d58c72, 0xdf563ac8be04e61c, 0x18e04102529e4e8]);
/** sqrt(2A(A+2)) */
export const MAP2_BYTES: usize = memory.data<u64>([0x2d219b7c9f83650d, 0xae21fcb9fba90820, 0x6e2bae483fe9a041, 0x32f9e1f5fba5d309]);
/** sqrt(-i·A(A+2)) */
export const MAP3_BYTES: usize = memory.data<u64>([0x581b7d8717302c66, 0x4024ff4ea5964229, 0xb89546403f0da2ed, 0x674a110d14c208ef]);
/** sqrt(i·A(A+2)) */
export const MAP4_BYTES: usize = memory.data<u64>([0x7ac2e6fc494c6e67, 0x11b903f75ec0b5b6, 0xd93f0b778108bcd1, 0x65bc0cfcef982406]);
/** The order l of the prime subgroup. */
export const L_BYTES: usize = memory.data<u64>([0x5812631a5cf5d3ed, 0x14def9dea2f79cd6, 0x0, 0x1000000000000000]);
/** l - 2 */
export const L_MINUS_2_BYTES: usize = memory.data<u64>([0x5812631a5cf5d3eb, 0x14def9dea2f79cd6, 0x0, 0x1000000000000000]);
/** floor(2^512 / l), five 64-bit words. */
export const MU_BYTES: usize = memory.data<u64>([0xed9ce5a30a2c131b, 0x2106215d086329a7, 0xffffffffffffffeb, 0xffffffffffffffff, 0xf]);
