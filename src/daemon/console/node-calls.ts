/**
 * All calls of monerod that the node console makes, with what the console asks before each. The forms of the page are generated
 * from this table: what a call takes and answers is in its own file. It is loaded when the console makes its first call.
 */
import { fromHex } from '../../base/hex.ts';
import { asTxId } from '../../base/brands.ts';
import type { Infer } from '../../base/shape.ts';
import type { Endpoint } from '../ask.ts';
import { getBlocks } from '../bin/get-blocks.ts';
import { getBlocksByHeight } from '../bin/get-blocks-by-height.ts';
import { getHashes } from '../bin/get-hashes.ts';
import { getOutputIndexes } from '../bin/get-o-indexes.ts';
import { getOutputDistributionBin } from '../bin/get-output-distribution.ts';
import { getOutsBin } from '../bin/get-outs.ts';
import { addAuxPow } from '../json/add-aux-pow.ts';
import { banned } from '../json/banned.ts';
import { calcPow } from '../json/calc-pow.ts';
import { flushCache } from '../json/flush-cache.ts';
import { flushTxpool } from '../json/flush-txpool.ts';
import { generateblocks } from '../json/generateblocks.ts';
import { getAltBlocksHashes } from '../json/get-alt-blocks-hashes.ts';
import { getAlternateChains } from '../json/get-alternate-chains.ts';
import { getBans } from '../json/get-bans.ts';
import { getBlockCount } from '../json/get-block-count.ts';
import { getBlockHeaderByHash } from '../json/get-block-header-by-hash.ts';
import { getBlockHeaderByHeight } from '../json/get-block-header-by-height.ts';
import { getBlockHeadersRange } from '../json/get-block-headers-range.ts';
import { getBlockTemplate } from '../json/get-block-template.ts';
import { getBlock } from '../json/get-block.ts';
import { getCoinbaseTxSum } from '../json/get-coinbase-tx-sum.ts';
import { getConnections } from '../json/get-connections.ts';
import { getFeeEstimate } from '../json/get-fee-estimate.ts';
import { getHeight } from '../json/get-height.ts';
import { getInfo, getInfoByPath } from '../json/get-info.ts';
import { getLastBlockHeader } from '../json/get-last-block-header.ts';
import { getLimit } from '../json/get-limit.ts';
import { getMinerData } from '../json/get-miner-data.ts';
import { getNetStats } from '../json/get-net-stats.ts';
import { getOutputDistribution } from '../json/get-output-distribution.ts';
import { getOutputHistogram } from '../json/get-output-histogram.ts';
import { getOuts } from '../json/get-outs.ts';
import { getPeerList } from '../json/get-peer-list.ts';
import {
  getTransactionPoolHashes,
  getTransactionPoolHashesBin,
} from '../json/get-transaction-pool-hashes.ts';
import { getTransactionPoolStats } from '../json/get-transaction-pool-stats.ts';
import { getTransactionPool } from '../json/get-transaction-pool.ts';
import { getTransactions } from '../json/get-transactions.ts';
import { getTxpoolBacklog } from '../json/get-txpool-backlog.ts';
import { getVersion } from '../json/get-version.ts';
import { hardForkInfo } from '../json/hard-fork-info.ts';
import { inPeers } from '../json/in-peers.ts';
import { isKeyImageSpent } from '../json/is-key-image-spent.ts';
import { miningStatus } from '../json/mining-status.ts';
import { onGetBlockHash } from '../json/on-get-block-hash.ts';
import { outPeers } from '../json/out-peers.ts';
import { popBlocks } from '../json/pop-blocks.ts';
import { pruneBlockchain } from '../json/prune-blockchain.ts';
import { relayTx } from '../json/relay-tx.ts';
import { saveBc } from '../json/save-bc.ts';
import { startSaveGraph, stopSaveGraph } from '../json/save-graph.ts';
import { sendRawTransaction } from '../json/send-raw-transaction.ts';
import { setBans } from '../json/set-bans.ts';
import { setBootstrapDaemon } from '../json/set-bootstrap-daemon.ts';
import { setLimit } from '../json/set-limit.ts';
import { setLogCategories } from '../json/set-log-categories.ts';
import { setLogHashRate } from '../json/set-log-hash-rate.ts';
import { setLogLevel } from '../json/set-log-level.ts';
import { startMining } from '../json/start-mining.ts';
import { stopDaemon } from '../json/stop-daemon.ts';
import { stopMining } from '../json/stop-mining.ts';
import { submitBlock } from '../json/submit-block.ts';
import { syncInfo } from '../json/sync-info.ts';
import { update } from '../json/update.ts';
import { height } from '../json/call.ts';
import { MAX_OUTPUT_INDEX } from '../limits.ts';
import {
  bool,
  def,
  hash,
  list,
  obj,
  opt,
  u64,
  u8,
  upTo,
  count,
  type AnswerField,
  type AnswerShape,
} from '../schema.ts';

/** Names of the sentences with which the page asks before a call (ui/features/console/effects.ts). */
export type NodeWarning =
  | 'asks_about_coins'
  | 'asks_about_transactions'
  | 'changes_node'
  | 'drops_pool'
  | 'gives_to_network'
  | 'pops_blocks'
  | 'prunes_node'
  | 'stops_node';

export interface NodeCall {
  /** The path, or the method of /json_rpc. */
  readonly wire: string;
  /** Only one's own node is asked. */
  readonly admin: boolean;
  /** Request and answer are binary; the console shows both as JSON, with bytes in hex. */
  readonly binary: boolean;
  readonly takes: AnswerShape;
  readonly gives: AnswerShape | AnswerField<unknown>;
  readonly warning: NodeWarning | undefined;
  /** `request` is of the shape `takes`. */
  readonly endpoint: (request: Readonly<Record<string, unknown>>) => Endpoint<unknown, boolean>;
}

type JsonCall = Pick<NodeCall, 'wire' | 'admin' | 'takes' | 'gives'> &
  // The request of each call has a type of its own; the shape that belongs to it has checked it.
  ((request: never) => Endpoint<unknown, boolean>);
const json = (call: JsonCall, warning?: NodeWarning): NodeCall => ({
  wire: call.wire,
  admin: call.admin,
  binary: false,
  takes: call.takes,
  gives: call.gives,
  warning,
  endpoint: (request) => call(request as never),
});

interface BinCall {
  readonly wire: string;
  readonly gives: AnswerShape;
}
const bin = <const S extends AnswerShape>(
  { wire, gives }: BinCall,
  takes: S,
  endpoint: (request: Infer<S>) => Endpoint<unknown>,
  warning?: NodeWarning,
): NodeCall => ({
  wire,
  admin: false,
  binary: true,
  takes,
  gives,
  warning,
  endpoint: (request) => endpoint(request as Infer<S>),
});

const ids = list(hash, 10_000);
const bytesOf = (hashes: readonly string[]): readonly Uint8Array[] => hashes.map((each) => fromHex(each));

const BINARY: readonly NodeCall[] = [
  bin(
    getBlocks,
    {
      block_ids: ids,
      start_height: def(height, 0),
      prune: def(bool, true),
      no_miner_tx: def(bool, false),
      requested_info: def(u8, 0),
      pool_info_since: opt(count),
      max_block_count: def(upTo(1000), 10),
    },
    (request) =>
      getBlocks({
        history: bytesOf(request.block_ids),
        startHeight: request.start_height,
        prune: request.prune,
        noMinerTx: request.no_miner_tx,
        requestedInfo: request.requested_info as 0 | 1 | 2,
        ...(request.pool_info_since !== undefined && { poolInfoSince: request.pool_info_since }),
        maxBlocks: request.max_block_count,
      }),
  ),
  bin(getBlocksByHeight, { heights: list(height, 1000) }, ({ heights }) => getBlocksByHeight(heights)),
  bin(getHashes, { block_ids: ids, start_height: def(height, 0) }, (request) =>
    getHashes(bytesOf(request.block_ids), request.start_height),
  ),
  bin(
    getOutputIndexes,
    { txid: hash },
    ({ txid }) => getOutputIndexes(asTxId(fromHex(txid))),
    'asks_about_transactions',
  ),
  bin(
    getOutsBin,
    {
      outputs: list(obj({ amount: def(u64, 0n), index: upTo(MAX_OUTPUT_INDEX) }), 5000),
      get_txid: def(bool, false),
    },
    ({ outputs, get_txid }) => getOutsBin(outputs, get_txid),
    'asks_about_coins',
  ),
  bin(
    getOutputDistributionBin,
    {
      amounts: list(u64, 1000),
      from_height: def(height, 0),
      to_height: def(height, 0),
      cumulative: def(bool, false),
      compress: def(bool, false),
    },
    (request) =>
      getOutputDistributionBin({
        amounts: request.amounts,
        fromHeight: request.from_height,
        toHeight: request.to_height,
        cumulative: request.cumulative,
        compress: request.compress,
      }),
  ),
];

const JSON_CALLS: readonly NodeCall[] = [
  json(addAuxPow),
  json(banned),
  json(calcPow),
  json(flushCache, 'changes_node'),
  json(flushTxpool, 'drops_pool'),
  json(generateblocks, 'changes_node'),
  json(getAltBlocksHashes),
  json(getAlternateChains),
  json(getBans),
  json(getBlockCount),
  json(getBlockHeaderByHash),
  json(getBlockHeaderByHeight),
  json(getBlockHeadersRange),
  json(getBlockTemplate),
  json(getBlock),
  json(getCoinbaseTxSum),
  json(getConnections),
  json(getFeeEstimate),
  json(getHeight),
  json(getInfo),
  json(getInfoByPath),
  json(getLastBlockHeader),
  json(getLimit),
  json(getMinerData),
  json(getNetStats),
  json(getOutputDistribution),
  json(getOutputHistogram),
  json(getOuts, 'asks_about_coins'),
  json(getPeerList),
  json(getTransactionPoolHashes),
  json(getTransactionPoolHashesBin),
  json(getTransactionPoolStats),
  json(getTransactionPool),
  json(getTransactions, 'asks_about_transactions'),
  json(getTxpoolBacklog),
  json(getVersion),
  json(hardForkInfo),
  json(inPeers, 'changes_node'),
  json(isKeyImageSpent, 'asks_about_coins'),
  json(miningStatus),
  json(onGetBlockHash),
  json(outPeers, 'changes_node'),
  json(popBlocks, 'pops_blocks'),
  json(pruneBlockchain, 'prunes_node'),
  json(relayTx, 'gives_to_network'),
  json(saveBc),
  json(startSaveGraph, 'changes_node'),
  json(stopSaveGraph, 'changes_node'),
  json(sendRawTransaction, 'gives_to_network'),
  json(setBans, 'changes_node'),
  json(setBootstrapDaemon, 'changes_node'),
  json(setLimit, 'changes_node'),
  json(setLogCategories, 'changes_node'),
  json(setLogHashRate, 'changes_node'),
  json(setLogLevel, 'changes_node'),
  json(startMining, 'changes_node'),
  json(stopDaemon, 'stops_node'),
  json(stopMining, 'changes_node'),
  json(submitBlock, 'gives_to_network'),
  json(syncInfo),
  json(update, 'changes_node'),
];

/** By their names on the wire, in the order of these names. */
export const NODE_CALLS: ReadonlyMap<string, NodeCall> = new Map(
  [...JSON_CALLS, ...BINARY].sort((a, b) => (a.wire < b.wire ? -1 : 1)).map((call) => [call.wire, call]),
);
