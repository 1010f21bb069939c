/** Bounds of the chain that every answer is held to. Upstream: src/cryptonote_config.h. */

/** `CRYPTONOTE_MAX_BLOCK_NUMBER`. */
export const MAX_HEIGHT = 500_000_000;
/** `CRYPTONOTE_MAX_TX_SIZE`: bytes of one transaction. */
export const MAX_TX_BYTES = 1_000_000;
/** No amount has more outputs than this; well inside exact integers. */
export const MAX_OUTPUT_INDEX = 2 ** 48;
/** Transactions that a pool may be said to hold. */
export const MAX_POOL = 200_000;
/** Outputs one transaction may have: a v1 one of `MAX_TX_BYTES` with the smallest outputs. */
export const MAX_TX_OUTPUTS = 30_000;
