/**
 * Merkle root of a block's transaction ids. The tree is full down to the largest power of two below the count; the
 * ids beyond it are paired from the right, so that the leftmost ids sit one level higher.
 * Upstream: `tree_hash`, src/crypto/tree-hash.c. Vectors: monero/hash/tests-tree.txt.
 */
import { concat } from '../../base/bytes.ts';
import { kernel } from '../../kernel/kernel.ts';

/** Root of one or more 32-byte hashes. */
export const treeHash = (hashes: readonly Uint8Array[]): Uint8Array => {
  const [first] = hashes;
  if (!first) throw new Error('the tree hash of nothing');
  if (hashes.length === 1) return first.slice();
  let width = 1;
  while (width * 2 < hashes.length) width *= 2;
  const alone = 2 * width - hashes.length;
  let row = [...hashes.slice(0, alone), ...pairs(hashes.slice(alone))];
  while (row.length > 1) row = pairs(row);
  return row[0]!;
};

const pairs = (hashes: readonly Uint8Array[]): Uint8Array[] => {
  const out: Uint8Array[] = [];
  for (let i = 0; i < hashes.length; i += 2) out.push(kernel.keccak256(concat(hashes[i]!, hashes[i + 1]!)));
  return out;
};
