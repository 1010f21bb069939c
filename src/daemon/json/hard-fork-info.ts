/** hard_fork_info: a version of the rules, and how far the network is with it. Upstream: `COMMAND_RPC_HARD_FORK_INFO`. */
import { bool, opt, u32, u64, u8 } from '../schema.ts';
import { rpcCall } from './call.ts';
import { ACCESS } from './common.ts';

/** Without a `version`: of the rules in force. `earliest_height` of a version that is not planned is 2^64 - 1. */
export const hardForkInfo = rpcCall('hard_fork_info', {
  request: { version: opt(u8) },
  answer: {
    ...ACCESS,
    version: u8,
    enabled: bool,
    window: u32,
    votes: u32,
    threshold: u32,
    voting: u8,
    state: u32,
    earliest_height: u64,
  },
});
