/** /get_alt_blocks_hashes: blocks of forks. Restricted nodes since 0.18.4.3 hide it. Upstream: `COMMAND_RPC_GET_ALT_BLOCKS_HASHES`. */
import { hash, list } from '../schema.ts';
import { ACCESS, pathCall } from './call.ts';

export const getAltBlocksHashes = pathCall('/get_alt_blocks_hashes', {
  admin: true,
  maxBytes: 8 << 20,
  answer: { ...ACCESS, blks_hashes: list(hash, 100_000) },
});
