/** submit_block: hands a mined block to the node. Upstream: `COMMAND_RPC_SUBMITBLOCK`. */
import { MAX_BLOCK_BYTES } from '../limits.ts';
import { hash, hex, opt } from '../schema.ts';
import { BASE, rpcCall } from './call.ts';

/** Nodes before 0.18.2 do not name the block. A block that the node refuses is says_error with code -7. */
export const submitBlock = rpcCall('submit_block', {
  request: { block: hex(MAX_BLOCK_BYTES) },
  params: ({ block }) => [block],
  idempotent: false,
  answer: { ...BASE, block_id: opt(hash) },
});
