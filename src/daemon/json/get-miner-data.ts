/** get_miner_data: what a pool needs to make blocks of its own. Upstream: `COMMAND_RPC_GETMINERDATA`. */
import { MAX_POOL } from '../limits.ts';
import { count, hash, list, obj, u64, u8, wide } from '../schema.ts';
import { BASE, height, rpcCall } from './call.ts';

export const getMinerData = rpcCall('get_miner_data', {
  maxBytes: 200 * MAX_POOL,
  answer: {
    ...BASE,
    major_version: u8,
    height,
    prev_id: hash,
    seed_hash: hash,
    difficulty: wide,
    median_weight: count,
    already_generated_coins: u64,
    tx_backlog: list(obj({ id: hash, weight: count, fee: u64 }), MAX_POOL),
  },
});
