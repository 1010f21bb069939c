/** The calls of monerod that `ostro/daemon` offers, by their names on the wire. */
import { addAuxPow } from '../daemon/json/add-aux-pow.ts';
import { banned } from '../daemon/json/banned.ts';
import { calcPow } from '../daemon/json/calc-pow.ts';
import { flushCache } from '../daemon/json/flush-cache.ts';
import { flushTxpool } from '../daemon/json/flush-txpool.ts';
import { generateblocks } from '../daemon/json/generateblocks.ts';
import { getAltBlocksHashes } from '../daemon/json/get-alt-blocks-hashes.ts';
import { getAlternateChains } from '../daemon/json/get-alternate-chains.ts';
import { getBans } from '../daemon/json/get-bans.ts';
import { getBlockCount } from '../daemon/json/get-block-count.ts';
import { getBlockHeaderByHash } from '../daemon/json/get-block-header-by-hash.ts';
import { getBlockHeaderByHeight } from '../daemon/json/get-block-header-by-height.ts';
import { getBlockHeadersRange } from '../daemon/json/get-block-headers-range.ts';
import { getBlockTemplate } from '../daemon/json/get-block-template.ts';
import { getBlock } from '../daemon/json/get-block.ts';
import { getCoinbaseTxSum } from '../daemon/json/get-coinbase-tx-sum.ts';
import { getConnections } from '../daemon/json/get-connections.ts';
import { getFeeEstimate } from '../daemon/json/get-fee-estimate.ts';
import { getHeight } from '../daemon/json/get-height.ts';
import { getInfo } from '../daemon/json/get-info.ts';
import { getLastBlockHeader } from '../daemon/json/get-last-block-header.ts';
import { getLimit } from '../daemon/json/get-limit.ts';
import { getMinerData } from '../daemon/json/get-miner-data.ts';
import { getNetStats } from '../daemon/json/get-net-stats.ts';
import { getOutputDistribution } from '../daemon/json/get-output-distribution.ts';
import { getOutputHistogram } from '../daemon/json/get-output-histogram.ts';
import { getOuts } from '../daemon/json/get-outs.ts';
import { getPeerList } from '../daemon/json/get-peer-list.ts';
import { getTransactionPoolHashes } from '../daemon/json/get-transaction-pool-hashes.ts';
import { getTransactionPoolStats } from '../daemon/json/get-transaction-pool-stats.ts';
import { getTransactionPool } from '../daemon/json/get-transaction-pool.ts';
import { getTransactions } from '../daemon/json/get-transactions.ts';
import { getVersion } from '../daemon/json/get-version.ts';
import { hardForkInfo } from '../daemon/json/hard-fork-info.ts';
import { inPeers } from '../daemon/json/in-peers.ts';
import { isKeyImageSpent } from '../daemon/json/is-key-image-spent.ts';
import { miningStatus } from '../daemon/json/mining-status.ts';
import { onGetBlockHash } from '../daemon/json/on-get-block-hash.ts';
import { outPeers } from '../daemon/json/out-peers.ts';
import { popBlocks } from '../daemon/json/pop-blocks.ts';
import { pruneBlockchain } from '../daemon/json/prune-blockchain.ts';
import { relayTx } from '../daemon/json/relay-tx.ts';
import { saveBc } from '../daemon/json/save-bc.ts';
import { startSaveGraph, stopSaveGraph } from '../daemon/json/save-graph.ts';
import { sendRawTransaction } from '../daemon/json/send-raw-transaction.ts';
import { setBans } from '../daemon/json/set-bans.ts';
import { setBootstrapDaemon } from '../daemon/json/set-bootstrap-daemon.ts';
import { setLimit } from '../daemon/json/set-limit.ts';
import { setLogCategories } from '../daemon/json/set-log-categories.ts';
import { setLogHashRate } from '../daemon/json/set-log-hash-rate.ts';
import { setLogLevel } from '../daemon/json/set-log-level.ts';
import { startMining } from '../daemon/json/start-mining.ts';
import { stopDaemon } from '../daemon/json/stop-daemon.ts';
import { stopMining } from '../daemon/json/stop-mining.ts';
import { submitBlock } from '../daemon/json/submit-block.ts';
import { syncInfo } from '../daemon/json/sync-info.ts';
import { update } from '../daemon/json/update.ts';

export const daemonCalls = {
  add_aux_pow: addAuxPow,
  banned: banned,
  calc_pow: calcPow,
  flush_cache: flushCache,
  flush_txpool: flushTxpool,
  generateblocks: generateblocks,
  get_alt_blocks_hashes: getAltBlocksHashes,
  get_alternate_chains: getAlternateChains,
  get_bans: getBans,
  get_block: getBlock,
  get_block_count: getBlockCount,
  get_block_header_by_hash: getBlockHeaderByHash,
  get_block_header_by_height: getBlockHeaderByHeight,
  get_block_headers_range: getBlockHeadersRange,
  get_block_template: getBlockTemplate,
  get_coinbase_tx_sum: getCoinbaseTxSum,
  get_connections: getConnections,
  get_fee_estimate: getFeeEstimate,
  get_height: getHeight,
  get_info: getInfo,
  get_last_block_header: getLastBlockHeader,
  get_limit: getLimit,
  get_miner_data: getMinerData,
  get_net_stats: getNetStats,
  get_output_distribution: getOutputDistribution,
  get_output_histogram: getOutputHistogram,
  get_outs: getOuts,
  get_peer_list: getPeerList,
  get_transaction_pool: getTransactionPool,
  get_transaction_pool_hashes: getTransactionPoolHashes,
  get_transaction_pool_stats: getTransactionPoolStats,
  get_transactions: getTransactions,
  get_version: getVersion,
  hard_fork_info: hardForkInfo,
  in_peers: inPeers,
  is_key_image_spent: isKeyImageSpent,
  mining_status: miningStatus,
  on_get_block_hash: onGetBlockHash,
  out_peers: outPeers,
  pop_blocks: popBlocks,
  prune_blockchain: pruneBlockchain,
  relay_tx: relayTx,
  save_bc: saveBc,
  send_raw_transaction: sendRawTransaction,
  set_bans: setBans,
  set_bootstrap_daemon: setBootstrapDaemon,
  set_limit: setLimit,
  set_log_categories: setLogCategories,
  set_log_hash_rate: setLogHashRate,
  set_log_level: setLogLevel,
  start_mining: startMining,
  start_save_graph: startSaveGraph,
  stop_daemon: stopDaemon,
  stop_mining: stopMining,
  stop_save_graph: stopSaveGraph,
  submit_block: submitBlock,
  sync_info: syncInfo,
  update: update,
};
