/**
 * The daemon module: implements all ports of the chain with one monerod at a time. It remembers node and network,
 * splits long requests into ones that a restricted node answers, and keeps no other state.
 */
import { toHex } from '../base/hex.ts';
import type { BlockSource } from '../ports/block-source.ts';
import type { FeeSource } from '../ports/fee-source.ts';
import type { NodeCheck, NodeControl, NodeSettings } from '../ports/node-control.ts';
import type { OutputSource } from '../ports/output-source.ts';
import type { TxRelay } from '../ports/tx-relay.ts';
import { plausibleFees } from '../protocol/tx/fees.ts';
import { ask } from './ask.ts';
import { getBlocks } from './bin/get-blocks.ts';
import { getHashes } from './bin/get-hashes.ts';
import { getOutputDistribution } from './bin/get-output-distribution.ts';
import { getOuts, MAX_OUTS } from './bin/get-outs.ts';
import { fault } from './faults.ts';
import type { HttpWorld } from './http.ts';
import { getBlockHeadersRange, MAX_HEADERS } from './json/get-block-headers-range.ts';
import { getFeeEstimate } from './json/get-fee-estimate.ts';
import { getInfo } from './json/get-info.ts';
import { getTransactionPoolHashes } from './json/get-transaction-pool-hashes.ts';
import { getTransactions, MAX_LOOKUPS } from './json/get-transactions.ts';
import { getTxpoolBacklog } from './json/get-txpool-backlog.ts';
import { getVersion } from './json/get-version.ts';
import { isKeyImageSpent, MAX_KEY_IMAGES } from './json/is-key-image-spent.ts';
import { startMining, stopMining } from './json/mining.ts';
import {
  askInParts,
  askNode,
  askTip,
  connect,
  currentNode,
  requireSynchronised,
  type NodeLink,
} from './node-link.ts';
import { relay } from './relay.ts';

export type Daemon = BlockSource & OutputSource & FeeSource & TxRelay & NodeControl;

export function createDaemon(world: HttpWorld): Daemon {
  const link: NodeLink = { world, connection: undefined, expected: undefined };
  return {
    ...blockSource(link),
    ...outputSource(link),
    ...feeSource(link),
    ...txRelay(link),
    use(settings) {
      link.connection = settings && connect(world, settings);
    },
    get node() {
      return link.connection?.settings;
    },
    expectNetwork(network) {
      link.expected = network;
      if (link.connection) link.connection.tip = undefined;
    },
    check: (settings, signal) => checkNode(link, settings, signal),
    startMining: (...how) => askNode(link, startMining(...how)),
    stopMining: () => askNode(link, stopMining),
  };
}

const checkNode = async (
  link: NodeLink,
  settings: NodeSettings,
  signal?: AbortSignal,
): Promise<NodeCheck> => {
  const { clock } = link.world;
  const node = connect(link.world, settings);
  const start = clock.now();
  // One attempt: the time of the first answer is shown, not of the best of three.
  const tip = await askTip(link, node, { ...getInfo, idempotent: false }, signal);
  const ms = clock.now() - start;
  const rpcVersion = await ask(node.http, getVersion, signal);
  requireSynchronised(node, tip);
  return { tip, ms, rpcVersion };
};

const blockSource = (link: NodeLink): BlockSource => {
  const headers: BlockSource['headers'] = async (first, last, signal) => {
    const heights = Array.from({ length: Math.max(0, last - first + 1) }, (_, i) => first + i);
    const endpoint = (part: readonly number[]) => getBlockHeadersRange(part[0]!, part.at(-1)!);
    return askInParts(link, heights, MAX_HEADERS, endpoint, signal);
  };
  return {
    tip: async (signal) => askTip(link, currentNode(link), getInfo, signal),
    blocksAfter: (history, { maxBlocks, signal } = {}) => {
      requireHistory(history);
      return askNode(link, getBlocks({ history, maxBlocks }), signal);
    },
    async blocksFrom(height, { maxBlocks, signal } = {}) {
      if (height > 0) return askNode(link, getBlocks({ startHeight: height, maxBlocks }), signal);
      // A node takes height 0 for "by history", so the first block is named by its id.
      const [first] = await headers(0, 0, signal);
      return askNode(link, getBlocks({ history: [first!.hash], maxBlocks }), signal);
    },
    hashesAfter: (history, startHeight, signal) => {
      requireHistory(history);
      return askNode(link, getHashes(history, startHeight), signal);
    },
    headers,
    poolTxids: (signal) => askNode(link, getTransactionPoolHashes, signal),
    async transactions(txids, { prune = false, signal } = {}) {
      const once = [...new Map(txids.map((txid) => [toHex(txid), txid])).values()];
      return askInParts(link, once, MAX_LOOKUPS, (part) => getTransactions(part, prune), signal);
    },
  };
};

/** A node answers a history that does not end in the first block with an error that says nothing: a bug of ours. */
const requireHistory = (history: readonly Uint8Array[]): void => {
  if (history.length === 0) throw new Error('a history without even the first block');
};

const outputSource = (link: NodeLink): OutputSource => ({
  distribution: (signal) => askNode(link, getOutputDistribution, signal),
  outputs: async (refs, signal) => askInParts(link, refs, MAX_OUTS, getOuts, signal),
});

const feeSource = (link: NodeLink): FeeSource => ({
  async feeEstimate(signal) {
    const node = currentNode(link);
    const { network, devnet } = node.tip ?? (await askTip(link, node, getInfo, signal));
    const estimate = await ask(node.http, getFeeEstimate, signal);
    const { fees, quantizationMask } = estimate;
    // The wallet chose the network; that a node is on regtest is believed only of one on this device.
    if (!plausibleFees(fees, quantizationMask, devnet ? 'regtest' : (link.expected ?? network)))
      throw fault('node_bad_answer', {
        address: node.http.node.text,
        what: `fees ${fees.join(', ')} in steps of ${quantizationMask}, which no rule gives`,
      });
    return estimate;
  },
  backlog: (signal) => askNode(link, getTxpoolBacklog, signal),
});

const txRelay = (link: NodeLink): TxRelay => ({
  async relay(tx, txid, signal) {
    const node = currentNode(link);
    // Before anything is sent: a node that is dead, behind or of another network has not seen the transaction.
    requireSynchronised(node, await askTip(link, node, getInfo, signal));
    await relay(node.http, tx, txid, signal);
  },
  keyImagesSpent: async (keyImages, signal) =>
    askInParts(link, keyImages, MAX_KEY_IMAGES, isKeyImageSpent, signal),
});
