/** Limits for all answers. Upstream: src/cryptonote_config.h. */

/** `CRYPTONOTE_MAX_TX_SIZE`: bytes of one transaction. */
export const MAX_TX_BYTES = 1_000_000;
/** More outputs than there are of any amount; far below 2^53. */
export const MAX_OUTPUT_INDEX = 2 ** 48;
/** Most transactions that a pool may contain. */
export const MAX_POOL = 200_000;
/** Most outputs in a transaction: in a v1 one of `MAX_TX_BYTES` with the smallest outputs. */
export const MAX_CHAIN_TX_OUTPUTS = 30_000;
/** Most bytes of one block. */
export const MAX_BLOCK_BYTES = 4 << 20;
/** Most transactions of one block. */
export const MAX_BLOCK_TXS = 100_000;
