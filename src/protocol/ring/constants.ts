/** Fixed points and scalars, as bytes. Upstream: src/ringct/rctTypes.h, src/crypto/crypto-ops-data.c. */
import { fromHex } from '../../base/hex.ts';

/** The base point. */
export const G = fromHex('5866666666666666666666666666666666666666666666666666666666666666');
/** The generator for amounts, hashed from G, so that its discrete logarithm is unknown. */
export const H = fromHex('8b655970153799af2aeadc9ff1add0ea6c7251d54154cfa92c173a0dd39c1f94');
/** The neutral point. */
export const IDENTITY = fromHex('0100000000000000000000000000000000000000000000000000000000000000');
export const ONE = IDENTITY.slice();
/** 1/8 mod l: a verifier's ×8 then gives a point of the prime-order subgroup. */
export const INV_EIGHT = fromHex('792fdce229e50661d0da1c7db39dd30700000000000000000000000000000006');
