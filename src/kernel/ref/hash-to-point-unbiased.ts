/**
 * The unbiased hash to a point, for key images of outputs from the next era on and for its generators.
 * Upstream: `unbiased_hash_to_ec` in src/crypto/crypto.cpp of monero-project/monero, pull request 9559 at c7b6ee459.
 * Vectors: generator T; key images of tests/vectors/protocol/carrot.json.
 */
import type { Point as PointBytes } from '../../base/brands.ts';
import { blake2bMonero } from '../hash/blake2b-monero.ts';
import { mapToAffine } from './map.ts';
import { EdwardsPoint, times8 } from './point.ts';

/** 8·(map(first half) + map(second half)) of the 64-byte Blake2b hash of `data`: in the prime-order subgroup. */
export function unbiasedHashToPoint(data: Uint8Array): PointBytes {
  const hash = blake2bMonero(data, 64);
  const first = EdwardsPoint.fromAffine(mapToAffine(hash.subarray(0, 32)));
  const second = EdwardsPoint.fromAffine(mapToAffine(hash.subarray(32)));
  return times8(first.add(second)).toBytes();
}
