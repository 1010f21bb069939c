/**
 * The daemon: every port of the chain over one monerod at a time. It remembers which node and which network are meant,
 * cuts long questions into ones a restricted node answers, and holds no other state.
 */
import { toHex } from '../base/hex.ts';
import type { BlockSource, ChainTip } from '../ports/block-source.ts';
import type { FeeSource } from '../ports/fee-source.ts';
import type { NodeControl, NodeSettings } from '../ports/node-control.ts';
import type { OutputSource } from '../ports/output-source.ts';
import type { TxRelay } from '../ports/tx-relay.ts';
import type { Network } from '../protocol/address/address.ts';
import { plausibleFees } from '../protocol/tx/fees.ts';
import { ask, type Endpoint } from './ask.ts';
import { getBlocks } from './bin/get-blocks.ts';
import { getHashes } from './bin/get-hashes.ts';
import { getOutputDistribution } from './bin/get-output-distribution.ts';
import { getOuts, MAX_OUTS } from './bin/get-outs.ts';
import { fault } from './faults.ts';
import { createHttp, type Http, type HttpWorld } from './http.ts';
import { getBlockHeadersRange, MAX_HEADERS } from './json/get-block-headers-range.ts';
import { getFeeEstimate } from './json/get-fee-estimate.ts';
import { getInfo } from './json/get-info.ts';
import { getTransactionPoolHashes } from './json/get-transaction-pool-hashes.ts';
import { getTransactions, MAX_LOOKUPS } from './json/get-transactions.ts';
import { getTxpoolBacklog } from './json/get-txpool-backlog.ts';
import { getVersion } from './json/get-version.ts';
import { isKeyImageSpent, MAX_KEY_IMAGES } from './json/is-key-image-spent.ts';
import { startMining, stopMining } from './json/mining.ts';
import { readNodeAddress } from './node-address.ts';
import { relay } from './relay.ts';

export type Daemon = BlockSource & OutputSource & FeeSource & TxRelay & NodeControl;

interface Connection {
  readonly settings: NodeSettings;
  readonly http: Http;
  /** The last one it told, checked. */
  tip?: ChainTip | undefined;
}

export function createDaemon(world: HttpWorld): Daemon {
  let connection: Connection | undefined;
  let expected: Network | undefined;

  const connect = (settings: NodeSettings): Connection => ({
    settings,
    http: createHttp(world, readNodeAddress(settings, world.page)),
  });
  const current = (): Connection => {
    if (!connection) throw fault('no_node');
    return connection;
  };
  const askNode = <T>(endpoint: Endpoint<T>, signal?: AbortSignal): Promise<T> =>
    // Async, so that a missing node rejects like every other fault.
    Promise.resolve().then(() => ask(current().http, endpoint, signal));

  const tipOf = async (
    node: Connection,
    endpoint: Endpoint<ChainTip>,
    signal?: AbortSignal,
  ): Promise<ChainTip> => {
    const tip = await ask(node.http, endpoint, signal);
    const { text: address, loopback } = node.http.node;
    if (expected !== undefined && (tip.network !== expected || (tip.devnet && !loopback)))
      throw fault('node_wrong_network', { address, expected, actual: tip.devnet ? 'regtest' : tip.network });
    node.tip = tip;
    return tip;
  };
  const requireSynchronised = (
    { http }: Connection,
    { synchronized, height, targetHeight }: ChainTip,
  ): void => {
    if (!synchronized)
      throw fault('node_not_synchronised', { address: http.node.text, height, target: targetHeight });
  };

  /** One question after the other: a second connection is for another caller. */
  const askInParts = async <Q, T>(
    questions: readonly Q[],
    size: number,
    endpoint: (part: readonly Q[]) => Endpoint<readonly T[]>,
    signal?: AbortSignal,
  ): Promise<readonly T[]> => {
    const { http } = current();
    const answers: T[] = [];
    for (let at = 0; at < questions.length; at += size)
      answers.push(...(await ask(http, endpoint(questions.slice(at, at + size)), signal)));
    return answers;
  };

  const daemon: Daemon = {
    // --- NodeControl
    use(settings) {
      connection = settings && connect(settings);
    },
    get node() {
      return connection?.settings;
    },
    expectNetwork(network) {
      expected = network;
      if (connection) connection.tip = undefined;
    },
    async check(settings, signal) {
      const node = connect(settings);
      const start = world.clock.now();
      // Once: a tester wants the first word, not the best of three.
      const tip = await tipOf(node, { ...getInfo, idempotent: false }, signal);
      const ms = world.clock.now() - start;
      const rpcVersion = await ask(node.http, getVersion, signal);
      requireSynchronised(node, tip);
      return { tip, ms, rpcVersion };
    },
    startMining: (...how) => askNode(startMining(...how)),
    stopMining: () => askNode(stopMining),

    // --- BlockSource
    tip: async (signal) => tipOf(current(), getInfo, signal),
    blocksAfter: (history, { maxBlocks, signal } = {}) => {
      requireHistory(history);
      return askNode(getBlocks({ history, maxBlocks }), signal);
    },
    async blocksFrom(height, { maxBlocks, signal } = {}) {
      if (height > 0) return askNode(getBlocks({ startHeight: height, maxBlocks }), signal);
      // A node takes height 0 for "by history", so the first block is named by its id.
      const [first] = await daemon.headers(0, 0, signal);
      return askNode(getBlocks({ history: [first!.hash], maxBlocks }), signal);
    },
    hashesAfter: (history, startHeight, signal) => {
      requireHistory(history);
      return askNode(getHashes(history, startHeight), signal);
    },
    async headers(first, last, signal) {
      const heights = Array.from({ length: Math.max(0, last - first + 1) }, (_, i) => first + i);
      const endpoint = (part: readonly number[]) => getBlockHeadersRange(part[0]!, part.at(-1)!);
      return askInParts(heights, MAX_HEADERS, endpoint, signal);
    },
    poolTxids: (signal) => askNode(getTransactionPoolHashes, signal),
    async transactions(txids, { prune = false, signal } = {}) {
      const once = [...new Map(txids.map((txid) => [toHex(txid), txid])).values()];
      return askInParts(once, MAX_LOOKUPS, (part) => getTransactions(part, prune), signal);
    },

    // --- OutputSource
    distribution: (signal) => askNode(getOutputDistribution, signal),
    outputs: async (refs, signal) => askInParts(refs, MAX_OUTS, getOuts, signal),

    // --- FeeSource
    async feeEstimate(signal) {
      const node = current();
      const { network, devnet } = node.tip ?? (await tipOf(node, getInfo, signal));
      const estimate = await ask(node.http, getFeeEstimate, signal);
      const { fees, quantizationMask } = estimate;
      // The chain is the one the wallet chose; the node's word for regtest was only taken from this device.
      if (!plausibleFees(fees, quantizationMask, devnet ? 'regtest' : (expected ?? network)))
        throw fault('node_bad_answer', {
          address: node.http.node.text,
          what: `fees ${fees.join(', ')} in steps of ${quantizationMask}, which no rule gives`,
        });
      return estimate;
    },
    backlog: (signal) => askNode(getTxpoolBacklog, signal),

    // --- TxRelay
    async relay(tx, txid, signal) {
      const node = current();
      // Told before anything is sent: dead, other network, behind. Then nothing is out for sure.
      requireSynchronised(node, await tipOf(node, getInfo, signal));
      await relay(node.http, tx, txid, signal);
    },
    keyImagesSpent: async (keyImages, signal) =>
      askInParts(keyImages, MAX_KEY_IMAGES, isKeyImageSpent, signal),
  };
  return daemon;
}

/** A history that does not end in the first block is a mistake of ours that a node answers with a riddle. */
const requireHistory = (history: readonly Uint8Array[]): void => {
  if (history.length === 0) throw new Error('a history without even the first block');
};
