/**
 * Merkle root of a block's transaction ids. The largest power of two below their number is the width of the tree; the
 * ids beyond it are paired from the right, so that the leftmost ids are one level higher.
 * Upstream: `tree_hash`, src/crypto/tree-hash.c. Vectors: monero/hash/tests-tree.txt.
 */
import { concatAll } from '../../base/bytes.ts';
import { kernel } from '../../kernel/kernel.ts';

/** Root of one or more 32-byte hashes. */
export function treeHash(hashes: readonly Uint8Array[]): Uint8Array {
  if (hashes.length === 0) throw new Error('the tree hash of nothing');
  return kernel.treeHash(concatAll(hashes));
}
