/** get_info: network, height and state of the node. Upstream: `COMMAND_RPC_GET_INFO`. */
import type { ChainTip } from '../../ports/block-source.ts';
import type { NodeFacts } from '../../ports/node-health.ts';
import { U64_MAX } from '../../base/amount.ts';
import type { Infer } from '../../base/shape.ts';
import { reading, type Endpoint } from '../ask.ts';
import { badAnswer } from '../faults.ts';
import { MAX_HEIGHT } from '../../base/chain.ts';
import { bool, count, def, hash, hashBytes, opt, text, u64, upTo } from '../schema.ts';
import { ACCESS, height, pathCall, rpcCall } from './call.ts';
import { CUMULATIVE_DIFFICULTY, DIFFICULTY } from './common.ts';

const INFO = {
  ...ACCESS,
  height,
  target_height: height,
  ...DIFFICULTY,
  target: count,
  tx_count: count,
  tx_pool_size: count,
  alt_blocks_count: count,
  outgoing_connections_count: count,
  incoming_connections_count: count,
  rpc_connections_count: count,
  white_peerlist_size: count,
  grey_peerlist_size: count,
  mainnet: bool,
  testnet: bool,
  stagenet: bool,
  nettype: text(),
  top_block_hash: hash,
  ...CUMULATIVE_DIFFICULTY,
  block_size_limit: count,
  block_weight_limit: def(count, 0),
  block_size_median: count,
  block_weight_median: def(count, 0),
  adjusted_time: count,
  start_time: count,
  free_space: u64,
  offline: bool,
  bootstrap_daemon_address: text(2048),
  height_without_bootstrap: height,
  was_bootstrap_ever_used: bool,
  database_size: count,
  update_available: bool,
  busy_syncing: opt(bool),
  version: text(),
  synchronized: opt(bool),
  restricted: opt(bool),
};

/** A restricted node gives 0, an empty text, and 2^64 - 1 of free space for what is its operator's. */
export const getInfo = rpcCall('get_info', { answer: INFO });
/** `get_info` under its old name and path. */
export const getInfoByPath = pathCall('/getinfo', { answer: INFO });

/** The fields that the wallet reads. Other fields, unknown or malformed, do not make a node unusable. */
const TIP = {
  height: upTo(MAX_HEIGHT),
  target_height: def(height, 0),
  top_block_hash: hashBytes,
  synchronized: opt(bool),
  nettype: def(text(32), ''),
  mainnet: def(bool, false),
  testnet: def(bool, false),
  stagenet: def(bool, false),
  // Empty in answers of restricted nodes.
  version: def(text(64), ''),
  block_weight_median: def(count, 0),
  block_weight_limit: def(count, 0),
  adjusted_time: def(count, 0),
};

const readTip = (answer: Infer<typeof TIP>): ChainTip => {
  if (answer.height === 0) throw badAnswer('a chain without its first block');
  return {
    height: answer.height,
    targetHeight: answer.target_height,
    topHash: answer.top_block_hash,
    synchronized: answer.synchronized ?? answer.target_height <= answer.height,
    ...networkOf(answer),
    version: answer.version,
    blockWeightMedian: answer.block_weight_median,
    blockWeightLimit: answer.block_weight_limit,
    adjustedTime: answer.adjusted_time,
  };
};

const networkOf = (answer: Infer<typeof TIP>): Pick<ChainTip, 'network' | 'devnet'> => {
  switch (answer.nettype) {
    case 'fakechain':
      return { network: 'mainnet', devnet: true };
    case 'mainnet':
    case 'testnet':
    case 'stagenet':
      return { network: answer.nettype, devnet: false };
    case '': {
      const flagged = (['mainnet', 'testnet', 'stagenet'] as const).filter((flag) => answer[flag]);
      if (flagged.length !== 1) throw badAnswer('no network, or several');
      return { network: flagged[0]!, devnet: false };
    }
    default:
      throw badAnswer(`network ${answer.nettype}`);
  }
};

export const getTip: Endpoint<ChainTip> = reading(pathCall('/get_info', { answer: TIP })(), readTip);

/** The tip, and the other facts of a health card. */
const FACTS = {
  ...TIP,
  tx_pool_size: def(count, 0),
  restricted: opt(bool),
  database_size: opt(count),
  free_space: opt(u64),
  outgoing_connections_count: opt(count),
  incoming_connections_count: opt(count),
};

const readFacts = (answer: Infer<typeof FACTS>): NodeFacts => {
  const { free_space: free, outgoing_connections_count: out, incoming_connections_count: incoming } = answer;
  // Nodes before 0.18 do not say that they are restricted; but all restricted ones give this free space.
  const restricted = answer.restricted ?? free === U64_MAX;
  return {
    ...readTip(answer),
    poolSize: answer.tx_pool_size,
    restricted,
    ...(answer.database_size !== undefined && { databaseSize: answer.database_size }),
    // A restricted node gives 0 peers and 2^64 - 1 of free space instead of the truth.
    ...(!restricted && free !== undefined && free !== U64_MAX && { freeSpace: free }),
    ...(!restricted && out !== undefined && { peersOut: out }),
    ...(!restricted && incoming !== undefined && { peersIn: incoming }),
  };
};

export const getNodeFacts: Endpoint<NodeFacts> = reading(
  pathCall('/get_info', { answer: FACTS })(),
  readFacts,
);
