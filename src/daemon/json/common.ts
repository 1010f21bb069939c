/** Fields that several answers share. Upstream: src/rpc/core_rpc_server_commands_defs.h, where not named otherwise. */
import { bool, count, def, hash, hashOrEmpty, hex, obj, text, u16, u32, u64, u8, wide } from '../schema.ts';
import { height } from './call.ts';

/** A difficulty of 128 bits: its lower 64, the whole, its upper 64. */
export const DIFFICULTY = { difficulty: u64, wide_difficulty: wide, difficulty_top64: u64 };
export const CUMULATIVE_DIFFICULTY = {
  cumulative_difficulty: u64,
  wide_cumulative_difficulty: wide,
  cumulative_difficulty_top64: u64,
};

/** `block_header_response`. `pow_hash` is empty unless it was asked for. */
export const blockHeader = obj({
  major_version: u8,
  minor_version: u8,
  timestamp: count,
  prev_hash: hash,
  nonce: u32,
  orphan_status: bool,
  height,
  depth: count,
  hash,
  ...DIFFICULTY,
  ...CUMULATIVE_DIFFICULTY,
  reward: u64,
  block_size: count,
  block_weight: def(count, 0),
  num_txes: count,
  pow_hash: hashOrEmpty,
  long_term_weight: def(count, 0),
  miner_tx_hash: hash,
});

/** `connection_info`, src/cryptonote_protocol/cryptonote_protocol_defs.h. Heights and versions are what the peer says. */
export const connection = obj({
  incoming: bool,
  localhost: bool,
  local_ip: bool,
  address: text(),
  host: text(),
  ip: text(),
  port: text(),
  rpc_port: u16,
  rpc_credits_per_hash: u32,
  peer_id: text(),
  recv_count: u64,
  recv_idle_time: u64,
  send_count: u64,
  send_idle_time: u64,
  state: text(),
  live_time: u64,
  avg_download: u64,
  current_download: u64,
  avg_upload: u64,
  current_upload: u64,
  support_flags: u32,
  connection_id: hex(16),
  height: u64,
  pruning_seed: u32,
  address_type: u8,
});
/** Most connections that are read. */
export const MAX_CONNECTIONS = 10_000;
