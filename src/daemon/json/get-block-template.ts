/** get_block_template: a block to mine. Upstream: `COMMAND_RPC_GETBLOCKTEMPLATE`. */
import { MAX_BLOCK_BYTES } from '../limits.ts';
import { count, hash, hashOrEmpty, hex, opt, text, u64, u8 } from '../schema.ts';
import { BASE, height, rpcCall } from './call.ts';
import { DIFFICULTY } from './common.ts';

/** A request has either `reserve_size` bytes of room for a nonce, or the nonce itself. */
export const getBlockTemplate = rpcCall('get_block_template', {
  request: {
    wallet_address: text(),
    reserve_size: opt(u8),
    prev_block: opt(hash),
    extra_nonce: opt(hex(255)),
  },
  maxBytes: 4 * MAX_BLOCK_BYTES,
  answer: {
    ...BASE,
    ...DIFFICULTY,
    height,
    reserved_offset: count,
    expected_reward: u64,
    prev_hash: hash,
    seed_height: height,
    blocktemplate_blob: hex(MAX_BLOCK_BYTES),
    blockhashing_blob: hex(MAX_BLOCK_BYTES),
    seed_hash: hashOrEmpty,
    next_seed_hash: hashOrEmpty,
  },
});
