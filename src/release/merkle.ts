/** Merkle trees of append-only logs: RFC 6962, section 2.1, with SHA-256. Hashes have 32 bytes. */
import { sha256 } from '@noble/hashes/sha2.js';
import { concat } from '../base/bytes.ts';

const LEAF = Uint8Array.of(0);
const NODE = Uint8Array.of(1);

export function leafHash(leaf: Uint8Array): Uint8Array {
  return sha256(concat(LEAF, leaf));
}
export function nodeHash(left: Uint8Array, right: Uint8Array): Uint8Array {
  return sha256(concat(NODE, left, right));
}

/**
 * The root of a tree of `size` leaves that has the leaf `hash` at `index` (from 0), by the inclusion proof `path`.
 * Undefined if the path has another length than such a tree needs. Source: RFC 9162, section 2.1.3.2.
 */
export function rootByInclusion(
  hash: Uint8Array,
  index: number,
  size: number,
  path: readonly Uint8Array[],
): Uint8Array | undefined {
  if (!Number.isSafeInteger(index) || !Number.isSafeInteger(size) || index < 0 || index >= size)
    return undefined;
  let at = index;
  let last = size - 1;
  let root = hash;
  for (const other of path) {
    if (last === 0) return undefined;
    if (at % 2 === 1 || at === last) {
      root = nodeHash(other, root);
      // Levels on which this node has no sibling.
      while (at % 2 === 0 && at !== 0) {
        at /= 2;
        last = Math.floor(last / 2);
      }
    } else root = nodeHash(root, other);
    at = Math.floor(at / 2);
    last = Math.floor(last / 2);
  }
  return last === 0 ? root : undefined;
}
