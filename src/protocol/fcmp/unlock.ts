/**
 * When an output enters the tree: with its last locked block, so that it can be spent in the block after. Not final
 * upstream, which uses the times of the main network on all networks.
 * Upstream: `get_last_locked_block_index` in src/cryptonote_basic/cryptonote_format_utils.cpp of
 * seraphis-migration/monero, branch fcmp++-stage at 7dbc0e9f2.
 */
const SPENDABLE_AGE = 10;
/** Unlock times from here on are seconds, not heights. */
const MAX_BLOCK_NUMBER = 500_000_000n;
const BLOCK_SECONDS = 120n;
/** Block and time from which blocks are counted for unlock times in seconds. */
const ANCHOR = { height: 2_689_608n, time: 1_656_629_118n };

/** The height of the last block in which an output of the block at `height` is locked. */
export function lastLockedBlock(unlockTime: bigint, height: number): number {
  const earliest = height + SPENDABLE_AGE - 1;
  return Math.max(earliest, Number(lastLockedBy(unlockTime)));
}

const lastLockedBy = (unlockTime: bigint): bigint => {
  if (unlockTime === 0n) return 0n;
  // The number of blocks with which it unlocks: one more than the height of the last of them.
  if (unlockTime < MAX_BLOCK_NUMBER) return unlockTime - 1n;
  if (unlockTime >= ANCHOR.time) return ANCHOR.height + (unlockTime - ANCHOR.time) / BLOCK_SECONDS;
  return ANCHOR.height - (ANCHOR.time - unlockTime) / BLOCK_SECONDS;
};
