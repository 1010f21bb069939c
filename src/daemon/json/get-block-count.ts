/** get_block_count: the height of the chain. Upstream: `COMMAND_RPC_GETBLOCKCOUNT`. */
import { BASE, height, rpcCall } from './call.ts';

export const getBlockCount = rpcCall('get_block_count', { answer: { ...BASE, count: height } });
