/** get_block_header_by_hash: headers of blocks by their hashes. Upstream: `COMMAND_RPC_GET_BLOCK_HEADER_BY_HASH`. */
import { bool, hash, list, opt } from '../schema.ts';
import { ACCESS, rpcCall } from './call.ts';
import { blockHeader } from './common.ts';

/** Most further headers that a restricted node sends at once. */
const MAX_HEADERS = 1000;

/** `block_header` is that of `hash`, `block_headers` are those of `hashes`. */
export const getBlockHeaderByHash = rpcCall('get_block_header_by_hash', {
  request: { hash, hashes: opt(list(hash, MAX_HEADERS)), fill_pow_hash: opt(bool) },
  maxBytes: 4 << 20,
  answer: { ...ACCESS, block_header: blockHeader, block_headers: list(blockHeader, MAX_HEADERS) },
});
