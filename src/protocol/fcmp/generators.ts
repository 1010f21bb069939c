/**
 * Generators of blinded inputs, beside G and T: unbiased hashes of keccak("Monero FCMP++ Generator U") and of the same
 * with V. Upstream: src/crypto/generators.cpp of monero-project/monero, pull request 10963 at 44ec22be4; sources before
 * it have other points.
 */
import type { Point } from '../../base/brands.ts';
import { fromHex } from '../../base/hex.ts';

export const U: Point = fromHex('8a948e2854073aa0bcb82f863c80865b5cc9be179723fc1cbf1c25b885597e54');
export const V: Point = fromHex('1a423509f7675e912011d14b5610a857ddd588733413b515e003bc4055855bf1');
