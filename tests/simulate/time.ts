/** Times of a simulated run, in milliseconds. */
export const HOUR = 3_600_000;
export const DAY = 24 * HOUR;
/** Between two blocks: a real one comes every two minutes, which is too many for years. */
export const BLOCK_MS = 4 * HOUR;
/** Blocks that exist when a run begins, with outputs for rings. */
export const FIRST_BLOCKS = 150;
/** Date of the first block, in seconds. */
export const FIRST_TIME = 1_700_000_000;

/** The date in milliseconds, so long after the beginning of a run. */
export function dateAt(ms: number): number {
  return Math.floor(FIRST_TIME * 1000 + FIRST_BLOCKS * BLOCK_MS + ms);
}
