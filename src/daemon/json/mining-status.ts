/** /mining_status: whether the node mines, how fast, and for which address. Upstream: `COMMAND_RPC_MINING_STATUS`. */
import { bool, text, u32, u64, u8 } from '../schema.ts';
import { BASE, pathCall } from './call.ts';
import { DIFFICULTY } from './common.ts';

/** `address`, and the fields of background mining, are empty or 0 while the node does not mine. `speed`: hashes per second. */
export const miningStatus = pathCall('/mining_status', {
  admin: true,
  answer: {
    ...BASE,
    active: bool,
    speed: u64,
    threads_count: u32,
    address: text(),
    pow_algorithm: text(),
    is_background_mining_enabled: bool,
    bg_idle_threshold: u8,
    bg_min_idle_seconds: u8,
    bg_ignore_battery: bool,
    bg_target: u8,
    block_target: u32,
    block_reward: u64,
    ...DIFFICULTY,
  },
});
