/**
 * The hashes of Carrot: Blake2b of a transcript that begins with the length of its domain separator. A secret is the key
 * of the hash; the specification (jeffro256/carrot at 8565b5f) shows it as a part of what is hashed.
 * Upstream: src/carrot_core/transcript_fixed.h and hash_functions.cpp of monero-project/monero, pull request 9559 at
 * c7b6ee459. Vectors: tests/vectors/protocol/carrot.json.
 */
import type { Scalar } from '../../base/brands.ts';
import { concat, utf8 } from '../../base/bytes.ts';
import { blake2bMonero } from '../../kernel/hash/blake2b-monero.ts';
import { kernel } from '../../kernel/kernel.ts';
import type { Domain } from './constants.ts';

/** The input of a hash: parts of fixed sizes, one after the other. `key`: 32 bytes; without one the hash is not keyed. */
export interface Hashed {
  readonly key?: Uint8Array;
  readonly parts?: readonly Uint8Array[];
}

/** H_3, H_8, H_16 and H_32. */
export function hashToBytes(size: 3 | 8 | 16 | 32, domain: Domain, hashed: Hashed): Uint8Array {
  return hash(size, domain, hashed);
}

/** H_n: 64 bytes reduced mod l. */
export function hashToScalar(domain: Domain, hashed: Hashed): Scalar {
  const wide = hash(64, domain, hashed);
  const scalar = kernel.scalarReduce(wide);
  wide.fill(0);
  return scalar;
}

const hash = (size: number, domain: Domain, { key, parts = [] }: Hashed): Uint8Array => {
  if (key !== undefined && key.length !== 32) throw new Error('the key of a hash of Carrot has 32 bytes');
  const name = utf8(domain);
  const transcript = concat(Uint8Array.of(name.length), name, ...parts);
  const out = blake2bMonero(transcript, size, key);
  // An anchor in it is a secret.
  transcript.fill(0);
  return out;
};
