/** get_block_header_by_height: the header of the block at a height. Upstream: `COMMAND_RPC_GET_BLOCK_HEADER_BY_HEIGHT`. */
import { bool, opt } from '../schema.ts';
import { ACCESS, height, rpcCall } from './call.ts';
import { blockHeader } from './common.ts';

export const getBlockHeaderByHeight = rpcCall('get_block_header_by_height', {
  request: { height, fill_pow_hash: opt(bool) },
  answer: { ...ACCESS, block_header: blockHeader },
});
