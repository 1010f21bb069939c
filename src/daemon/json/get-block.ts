/** get_block: one block, by its height or its hash. Upstream: `COMMAND_RPC_GET_BLOCK`. */
import { MAX_BLOCK_BYTES, MAX_BLOCK_TXS } from '../limits.ts';
import { bool, hash, hex, list, opt, text } from '../schema.ts';
import { rpcCall } from './call.ts';
import { ACCESS, blockHeader, height } from './common.ts';

/** `json` is the block as text, with its miner's transaction. With a `hash` the height is not looked at. */
export const getBlock = rpcCall('get_block', {
  request: { height: opt(height), hash: opt(hash), fill_pow_hash: opt(bool) },
  maxBytes: 24 << 20,
  answer: {
    ...ACCESS,
    block_header: blockHeader,
    miner_tx_hash: hash,
    tx_hashes: list(hash, MAX_BLOCK_TXS),
    blob: hex(MAX_BLOCK_BYTES),
    json: text(8 << 20),
  },
});
