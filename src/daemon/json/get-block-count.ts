/** get_block_count: the height of the chain. Upstream: `COMMAND_RPC_GETBLOCKCOUNT`. */
import { rpcCall } from './call.ts';
import { BASE, height } from './common.ts';

export const getBlockCount = rpcCall('get_block_count', { answer: { ...BASE, count: height } });
