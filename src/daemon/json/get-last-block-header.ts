/** get_last_block_header: the header of the newest block. Upstream: `COMMAND_RPC_GET_LAST_BLOCK_HEADER`. */
import { bool, opt } from '../schema.ts';
import { ACCESS, rpcCall } from './call.ts';
import { blockHeader } from './common.ts';

export const getLastBlockHeader = rpcCall('get_last_block_header', {
  request: { fill_pow_hash: opt(bool) },
  answer: { ...ACCESS, block_header: blockHeader },
});
