/** Constants of the chain that several modules use. Upstream: src/cryptonote_config.h. */

/** Blocks before received money can be spent, and that a person waits for (CRYPTONOTE_DEFAULT_TX_SPENDABLE_AGE). */
export const SPENDABLE_AGE = 10;
/** No height is above it; unlock times below it are heights, others are seconds (CRYPTONOTE_MAX_BLOCK_NUMBER). */
export const MAX_HEIGHT = 500_000_000;
