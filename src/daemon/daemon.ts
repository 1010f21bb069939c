/**
 * The daemon module: implements all chain ports with one connection to a monerod. It remembers the node and the
 * network, and splits long requests into parts that a restricted node answers. wallet/nodes/ decides which node that is.
 */
import { onDemand } from '../base/on-demand.ts';
import type { TxId } from '../base/brands.ts';
import { toHex } from '../base/hex.ts';
import type { BlockExplorer } from '../ports/block-explorer.ts';
import type { BlockSource } from '../ports/block-source.ts';
import type { CompactSource } from '../ports/compact-source.ts';
import type { FeeSource } from '../ports/fee-source.ts';
import type { LightServers } from '../ports/light-server.ts';
import type { NodeCalls } from '../ports/node-calls.ts';
import type { NodeCheck, NodeControl, NodePorts, NodeSettings } from '../ports/node-control.ts';
import type { OwnNodes } from '../ports/own-node.ts';
import type { OutputSource } from '../ports/output-source.ts';
import type { TxRelay } from '../ports/tx-relay.ts';
import { KNOWN_RULES, type KnownRules } from '../protocol/block/known-rules.ts';
import { plausibleFees } from '../protocol/tx/fees.ts';
import { ask, requireOwn } from './ask.ts';
import { getRawBlocks } from './bin/get-blocks.ts';
import { getRctCounts, getRctDistribution } from './bin/get-output-distribution.ts';
import { getOutputs, MAX_OUTS } from './bin/get-outs.ts';
import { blockExplorer } from './explorer.ts';
import { fault } from './faults.ts';
import { askHealth } from './health.ts';
import { getHeaderChain, MAX_HEADERS } from './json/get-block-headers-range.ts';
import { getFeeLevels } from './json/get-fee-estimate.ts';
import { getTip } from './json/get-info.ts';
import { getPoolTxids } from './json/get-transaction-pool-hashes.ts';
import { getPoolConflicts } from './json/get-transaction-pool-stats.ts';
import { lookUpTransactions, MAX_LOOKUPS } from './json/get-transactions.ts';
import { getBacklog } from './json/get-txpool-backlog.ts';
import { getRpcVersion } from './json/get-version.ts';
import { getRulesInfo } from './json/hard-fork-info.ts';
import { getKeyImageStates, MAX_KEY_IMAGES } from './json/is-key-image-spent.ts';
import { startMining } from './json/start-mining.ts';
import { stopMining } from './json/stop-mining.ts';
import {
  askInParts,
  askNode,
  askPublic,
  askPublicTip,
  askTip,
  connect,
  currentNode,
  requireSynchronised,
  type NodeConnection,
  type NodeLink,
  type NodeWorld,
} from './node-link.ts';
import { relay } from './relay.ts';

const ownNodes = onDemand(() => import('./own-node.ts'));
const compactCalls = onDemand(() => import('./bin/compact-blocks.ts'));
const lightServers = onDemand(() => import('./light/light-server.ts'));
const nodeCalls = onDemand(() => import('./console/call-node.ts'));

export type Daemon = NodePorts & NodeControl & NodeCalls & OwnNodes & BlockExplorer & LightServers;
/** Wallets that are opened one after the other ask for the planned rules once. */
const RULES_AGE_MS = 2000;

type Mining = Pick<NodeControl, 'startMining' | 'stopMining'>;

/** `reads`: the newest block version that is read. `regtest`: only nodes of a regtest chain are right, on any machine. */
export function createDaemon(
  world: NodeWorld,
  { reads = KNOWN_RULES.reads, regtest }: Partial<Pick<KnownRules, 'reads'>> & Pick<NodeLink, 'regtest'> = {},
): Daemon {
  const link: NodeLink = { world, connection: undefined, expected: undefined, regtest };
  /** Connections to nodes other than the one in use: a login and the limit of connections belong to a connection. */
  const connections = new WeakMap<NodeSettings, NodeConnection>();
  const connectionTo = (settings: NodeSettings): NodeConnection => {
    if (link.connection?.settings === settings) return link.connection;
    const connection = connections.get(settings) ?? connect(world, settings);
    connections.set(settings, connection);
    return connection;
  };
  return {
    ...portsOf(link, reads),
    use(settings) {
      link.connection = settings && connect(world, settings);
    },
    at: (settings) =>
      portsOf(
        {
          world,
          connection: connectionTo(settings),
          get expected() {
            return link.expected;
          },
          regtest,
        },
        reads,
      ),
    get node() {
      return link.connection?.settings;
    },
    get shared() {
      return link.connection && sharedBlocks(link.connection, world, reads);
    },
    expectNetwork(network) {
      link.expected = network;
      if (link.connection) link.connection.tip = undefined;
    },
    takesTls: world.fetchBy !== undefined,
    checkAddress: (settings) => {
      connect(world, settings);
    },
    check: (settings, signal) => checkNode(link, settings, signal),
    health: (settings, signal) => askHealth(link, settings, signal),
    ...mining(link),
    ...blockExplorer(link),
    own: async (settings) => (await ownNodes()).ownNode(world, settings),
    lightServer: async (settings) => (await lightServers()).lightServer(world, settings),
    async callNode(node, call, params, signal) {
      const { callNode } = await nodeCalls();
      return callNode(world, node, call, params, signal);
    },
  };
}

/** Undefined for a wallet that shares nothing. */
const sharedBlocks = (
  connection: NodeConnection,
  world: NodeWorld,
  reads: number,
): Pick<BlockSource, 'blocksAfter' | 'blocksFrom'> | undefined => {
  const { shared } = connection;
  if (shared) shared.blocks ??= blockSource({ world, connection, expected: undefined }, reads);
  return shared?.blocks;
};

const portsOf = (link: NodeLink, reads: number): NodePorts => ({
  ...blockSource(link, reads),
  ...compactSource(link),
  rules: (version, signal) => askPublic(link, getRulesInfo(version), { signal, maxAgeMs: RULES_AGE_MS }),
  ...outputSource(link),
  ...feeSource(link),
  ...txRelay(link),
});

const compactSource = (link: NodeLink): CompactSource => ({
  compactBlocks: async (height, most, signal) => {
    const { getCompactBlocks } = await compactCalls();
    return askNode(link, getCompactBlocks(height, most), signal);
  },
  outputKeys: async (heights, signal) => {
    const { getOutputKeys } = await compactCalls();
    return askNode(link, getOutputKeys(heights), signal);
  },
  imageStarts: async (height, most, signal) => {
    const { getImageStarts } = await compactCalls();
    return askNode(link, getImageStarts(height, most), signal);
  },
});

const checkNode = async (
  link: NodeLink,
  settings: NodeSettings,
  signal?: AbortSignal,
): Promise<NodeCheck> => {
  const { clock } = link.world;
  const node = connect(link.world, settings);
  const start = clock.now();
  // A single attempt: the user is shown the time of this answer.
  const tip = await askTip(link, node, { ...getTip, idempotent: false }, signal);
  const ms = clock.now() - start;
  const rpcVersion = await ask(node.http, getRpcVersion, signal);
  requireSynchronised(node, tip);
  return { tip, ms, rpcVersion };
};

const blockSource = (link: NodeLink, reads: number): BlockSource => {
  const headers: BlockSource['headers'] = async (first, last, signal) => {
    const heights = Array.from({ length: Math.max(0, last - first + 1) }, (_, i) => first + i);
    const endpoint = (part: readonly number[]) => getHeaderChain(part[0]!, part.at(-1)!);
    return askInParts(link, heights, MAX_HEADERS, endpoint, signal);
  };
  return {
    tip: async (signal, maxAgeMs) => askPublicTip(link, getTip, { signal, maxAgeMs }),
    blocksAfter: (history, { maxBlocks, signal } = {}) => {
      requireHistory(history);
      return askNode(link, getRawBlocks({ history, maxBlocks }, reads), signal);
    },
    async blocksFrom(height, { maxBlocks, signal, room } = {}) {
      if (height > 0)
        return askNode(link, getRawBlocks({ startHeight: height, maxBlocks }, reads, room), signal);
      // A node reads height 0 as "use the history", so request the first block by its id.
      const [first] = await headers(0, 0, signal);
      return askNode(link, getRawBlocks({ history: [first!.hash], maxBlocks }, reads), signal);
    },
    headers,
    poolTxids: (signal, maxAgeMs) => askPublic(link, getPoolTxids, { signal, maxAgeMs }),
    poolConflicts: (signal, maxAgeMs) => askPublic(link, getPoolConflicts, { signal, maxAgeMs }),
    async transactions(txids, { prune = false, waiting = false, maxAgeMs, signal } = {}) {
      const once = [...new Map(txids.map((txid) => [toHex(txid), txid])).values()];
      const ask = (ids: readonly TxId[], stop?: AbortSignal) =>
        askInParts(link, ids, MAX_LOOKUPS, (part) => lookUpTransactions(part, prune, reads), stop);
      const { shared } = currentNode(link);
      // The requests are not those of one wallet, so its signal does not end them.
      return shared && waiting && prune ? shared.poolTxs.of(once, ask, maxAgeMs) : ask(once, signal);
    },
  };
};

/** Throws Error for a history without the genesis block, which a node would answer with an unclear error. */
const requireHistory = (history: readonly Uint8Array[]): void => {
  if (history.length === 0) throw new Error('a history without even the first block');
};

const outputSource = (link: NodeLink): OutputSource => ({
  distribution: (signal) => askPublic(link, getRctDistribution, { signal }),
  counts: (first, last, signal) => askNode(link, getRctCounts(first, last), signal),
  outputs: async (refs, signal) => askInParts(link, refs, MAX_OUTS, getOutputs, signal),
});

const feeSource = (link: NodeLink): FeeSource => ({
  async feeEstimate(signal) {
    const node = currentNode(link);
    const { network, devnet } = node.tip ?? (await askTip(link, node, getTip, signal));
    const estimate = await askPublic(link, getFeeLevels, { signal });
    const { fees, quantizationMask } = estimate;
    // Limits are those of the wallet's network. Only a node on this device may say that it runs regtest.
    if (!plausibleFees(fees, quantizationMask, devnet ? 'regtest' : (link.expected ?? network)))
      throw fault('node_bad_answer', {
        address: node.http.node.text,
        what: `fees ${fees.join(', ')} in steps of ${quantizationMask}, which no rule gives`,
      });
    return estimate;
  },
  backlog: (signal) => askPublic(link, getBacklog, { signal }),
});

const txRelay = (link: NodeLink): TxRelay => ({
  async relay(tx, txid, signal) {
    const node = currentNode(link);
    // Before sending, make sure that the node is reachable, synchronised and on the right network: a failure until
    // here means that no byte of the transaction was sent.
    requireSynchronised(node, await askTip(link, node, getTip, signal));
    await relay(node.http, tx, txid, signal);
  },
  keyImagesSpent: async (keyImages, signal) =>
    askInParts(link, keyImages, MAX_KEY_IMAGES, getKeyImageStates, signal),
});

const mining = (link: NodeLink): Mining => ({
  async startMining(address, threads, background, ignoreBattery) {
    const { http } = currentNode(link);
    const endpoint = startMining({
      miner_address: address,
      threads_count: threads,
      do_background_mining: background,
      ignore_battery: ignoreBattery,
    });
    requireOwn(http, endpoint.path);
    await ask(http, endpoint);
  },
  async stopMining() {
    // The reference lets any node stop, also one that is not trusted, and so this passes for the user's own.
    await ask({ ...currentNode(link).http, own: true }, stopMining());
  },
});
