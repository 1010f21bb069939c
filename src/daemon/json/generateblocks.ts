/** generateblocks: mines blocks at once, on regtest only. Upstream: `COMMAND_RPC_GENERATEBLOCKS`. */
import { count, hash, list, opt, text, u32 } from '../schema.ts';
import { BASE, height, LONG_TIMEOUT, rpcCall } from './call.ts';

const MAX_BLOCKS = 10_000;

/** `height` is that of the last new block; `blocks` are the ids of all. */
export const generateblocks = rpcCall('generateblocks', {
  admin: true,
  request: {
    amount_of_blocks: count,
    wallet_address: text(),
    prev_block: opt(hash),
    starting_nonce: opt(u32),
  },
  seconds: LONG_TIMEOUT,
  idempotent: false,
  answer: { ...BASE, height, blocks: list(hash, MAX_BLOCKS) },
});
