/** on_get_block_hash: the id of the block at a height. Upstream: `COMMAND_RPC_GETBLOCKHASH`. */
import { hash } from '../schema.ts';
import { bareCall, height } from './call.ts';

/** Beyond the tip: says_error with code -2 (0.18.5), or 64 zeros from older nodes. */
export const onGetBlockHash = bareCall('on_get_block_hash', {
  request: { height },
  params: (request) => [request.height],
  answer: hash,
});
