/** hard_fork_info: a version of the rules, and how far the network is with it. Upstream: `COMMAND_RPC_HARD_FORK_INFO`. */
import type { RulesInfo } from '../../ports/rule-source.ts';
import { reading, type Endpoint } from '../ask.ts';
import { MAX_HEIGHT } from '../../base/chain.ts';
import { bool, opt, u32, u64, u8 } from '../schema.ts';
import { ACCESS, rpcCall } from './call.ts';

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

const rules = rpcCall('hard_fork_info', {
  request: { version: u8 },
  answer: { version: u8, earliest_height: u64 },
});

/**
 * The version in force for the next block (the answer's `version`, whichever was asked about), and the height that the
 * node plans for `version`. Upstream: `HardFork::get_current_version`, `get_earliest_ideal_height_for_version`
 * (src/cryptonote_basic/hardfork.cpp).
 */
export function getRulesInfo(version: number): Endpoint<RulesInfo> {
  return reading(rules({ version }), ({ version: current, earliest_height: height }) => ({
    current,
    height: height > BigInt(MAX_HEIGHT) ? undefined : Number(height),
  }));
}
