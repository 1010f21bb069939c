/**
 * When an output enters the tree. A block contains the root of a tree with every output that can be spent ten blocks after
 * the block before it: a payment names a tree by the last locked block, which is 8 more than the block with its root.
 * Not final upstream, which uses the times of the main network on all networks.
 * Upstream: `get_last_locked_block_index` in src/cryptonote_basic/cryptonote_format_utils.cpp and
 * `handle_block_to_main_chain` in src/cryptonote_core/blockchain.cpp of j-berman/monero at ccc0eb38c (branch
 * prep-v0.19.0.0-beta.2.1).
 */
import { MAX_HEIGHT, SPENDABLE_AGE } from '../../base/chain.ts';

const BLOCK_SECONDS = 120n;
/** Block and time from which blocks are counted for unlock times in seconds. */
const ANCHOR = { height: 2_689_608n, time: 1_656_629_118n };

/** Block `height` has the root of the tree with all outputs whose last locked block is at most this many blocks later. */
const TREE_AHEAD = SPENDABLE_AGE - 2;

/** The height of the block whose tree a payment refers to that names the block at `height`. */
export function treeNamedBy(height: number): number {
  return height - TREE_AHEAD;
}

/** The height of the first block whose tree contains an output of the block at `height`. */
export function firstTreeWith(unlockTime: bigint, height: number): number {
  return lastLockedBlock(unlockTime, height) - TREE_AHEAD;
}

/** The height of the last block in which an output of the block at `height` is locked; at most MAX_HEIGHT. */
export function lastLockedBlock(unlockTime: bigint, height: number): number {
  const earliest = height + SPENDABLE_AGE - 1;
  return Math.min(MAX_HEIGHT, Math.max(earliest, Number(lastLockedBy(unlockTime))));
}

const lastLockedBy = (unlockTime: bigint): bigint => {
  if (unlockTime === 0n) return 0n;
  // The number of blocks with which it unlocks: one more than the height of the last of them.
  if (unlockTime < MAX_HEIGHT) return unlockTime - 1n;
  if (unlockTime >= ANCHOR.time) return ANCHOR.height + (unlockTime - ANCHOR.time) / BLOCK_SECONDS;
  return ANCHOR.height - (ANCHOR.time - unlockTime) / BLOCK_SECONDS;
};
