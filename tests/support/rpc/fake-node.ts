/**
 * A node in memory, for methods that need one: a chain of empty blocks, made-up RingCT outputs, and what a test adds. At
 * first it is off, as if no node were set.
 */
import { asCommitment, asPublicKey } from '../../../src/base/brands.ts';
import { equalBytes, utf8 } from '../../../src/base/bytes.ts';
import { faultsOf } from '../../../src/base/fault.ts';
import { kernel } from '../../../src/kernel/kernel.ts';
import type { ExploredBlock } from '../../../src/ports/block-explorer.ts';
import type { BlockHeaderInfo, ChainTip, TxLookup } from '../../../src/ports/block-source.ts';
import type { PortFaults } from '../../../src/ports/faults.ts';
import type { NodeAnswer } from '../../../src/ports/node-calls.ts';
import type { NodeSettings } from '../../../src/ports/node-control.ts';
import type { NodeHealth } from '../../../src/ports/node-health.ts';
import type { OwnNode, OwnNodeOverview } from '../../../src/ports/own-node.ts';
import type { OutputInfo } from '../../../src/ports/output-source.ts';
import type { Network } from '../../../src/protocol/address/address.ts';
import { readNodeAddress } from '../../../src/daemon/node-address.ts';
import type { World } from '../../../src/wallet/wallet.ts';

const fault = faultsOf<PortFaults>();

export interface FakeNode {
  readonly chain: World['chain'];
  /** Switches the node on, with these properties. */
  answer(tip?: Partial<ChainTip>): void;
  /** Makes every request fail from now on. */
  silence(): void;
  /** Real outputs by global index; all others are made up. */
  readonly outputs: Map<number, OutputInfo>;
  readonly transactions: TxLookup[];
  readonly blocks: ExploredBlock[];
  /** Key images in hex that are spent; all others are not. */
  readonly spent: Map<string, 1 | 2>;
  readonly relayed: Uint8Array[];
  /** The fault that relaying gives, if any. */
  relayFault: 'tx_rejected' | 'relay_unknown' | undefined;
  /** Number of transactions that it takes before `relayFault` applies. */
  takesFirst: number;
  readonly mining: { address: string; threads: number }[];
  /** Commands to the user's own node, as function and arguments. */
  readonly commands: (readonly [command: string, ...args: unknown[]])[];
  /** The answer to every single call. */
  callAnswer: NodeAnswer;
  expected: Network | undefined;
  /** What a health request tells besides the tip. */
  health: Partial<NodeHealth>;
  /** Address and login of the last health request. */
  healthAsked: NodeSettings | undefined;
}

const HEIGHT = 1000;
export function blockHash(height: number): Uint8Array {
  return kernel.keccak256(utf8(`block ${height}`));
}
const OUTPUTS_PER_BLOCK = 20;

/** Made-up outputs by global index: the same in all nodes. */
const made = new Map<number, OutputInfo>();

export function createFakeNode(): FakeNode {
  let tip: ChainTip | undefined;
  let settings: NodeSettings | undefined;
  const asked = async (): Promise<ChainTip> => {
    await Promise.resolve();
    if (!settings) throw fault('no_node');
    if (!tip) throw fault('node_unreachable', { address: settings.address });
    return tip;
  };
  const header = (height: number): BlockHeaderInfo => ({
    height,
    hash: blockHash(height),
    prevHash: blockHash(height - 1),
    timestamp: 1_700_000_000 + height * 120,
    reward: 600_000_000_000n,
    majorVersion: 16,
    weight: 10_000,
  });
  const outputAt = (index: number): OutputInfo => {
    const known = node.outputs.get(index) ?? made.get(index);
    if (known) return known;
    const point = (what: string) =>
      kernel.mulBase(kernel.scalarReduce(kernel.keccak256(utf8(`${what} ${index}`))));
    const info = {
      key: asPublicKey(point('key')),
      mask: asCommitment(point('mask')),
      unlocked: true,
      height: Math.floor(index / OUTPUTS_PER_BLOCK),
    };
    made.set(index, info);
    return info;
  };

  const chain: World['chain'] = {
    use: (next) => {
      if (next) readNodeAddress(next);
      settings = next;
    },
    get node() {
      return settings;
    },
    takesTls: false,
    at: () => chain,
    expectNetwork: (network) => {
      node.expected = network;
    },
    checkAddress: (next) => {
      readNodeAddress(next);
    },
    check: async (next) => {
      readNodeAddress(next);
      await Promise.resolve();
      if (!tip) throw fault('node_unreachable', { address: next.address });
      return { tip, ms: 12, rpcVersion: { major: 3, minor: 15 } };
    },
    health: async (next) => {
      readNodeAddress(next);
      await Promise.resolve();
      node.healthAsked = next;
      if (!tip) throw fault('node_unreachable', { address: next.address });
      return { ...tip, ms: 12.4, poolSize: 3, restricted: true, ...node.health };
    },
    callNode: async (_node, name, params) => {
      await asked();
      node.commands.push([name, params]);
      return node.callAnswer;
    },
    startMining: async (address, threads) => {
      await asked();
      node.mining.push({ address, threads });
    },
    stopMining: async () => {
      await asked();
      node.mining.length = 0;
    },
    tip: asked,
    blocksAfter: () => Promise.reject(new Error('this node has no blocks to read')),
    compactBlocks: () => Promise.reject(new Error('this node is no relay')),
    outputKeys: () => Promise.reject(new Error('this node is no relay')),
    imageStarts: () => Promise.reject(new Error('this node is no relay')),
    blocksFrom: () => Promise.reject(new Error('this node has no blocks to read')),
    headers: async (first, last) => {
      await asked();
      return Array.from({ length: last - first + 1 }, (_, i) => header(first + i));
    },
    rules: async () => {
      await asked();
      return { current: 16, height: undefined };
    },
    poolTxids: async () => {
      await asked();
      return [];
    },
    poolConflicts: async () => {
      await asked();
      return 0;
    },
    transactions: async (txids) => {
      await asked();
      return node.transactions.filter(({ txid }) => txids.some((each) => equalBytes(each, txid)));
    },
    distribution: async () => {
      const { height } = await asked();
      return {
        startHeight: 0,
        cumulative: Array.from({ length: height }, (_, i) => (i + 1) * OUTPUTS_PER_BLOCK),
      };
    },
    counts: async (first, last) => {
      await asked();
      return {
        startHeight: first,
        cumulative: Array.from({ length: last - first + 1 }, (_, i) => (first + i + 1) * OUTPUTS_PER_BLOCK),
      };
    },
    outputs: async (refs) => {
      await asked();
      return refs.map(({ index }) => outputAt(index));
    },
    feeEstimate: async () => {
      await asked();
      return { fees: [20_000n, 80_000n, 320_000n, 4_000_000n], quantizationMask: 10_000n };
    },
    backlog: async () => {
      await asked();
      return [];
    },
    relay: async (blob, txid) => {
      await asked();
      const faulty = node.relayed.length >= node.takesFirst;
      if (faulty && node.relayFault === 'tx_rejected')
        throw fault('tx_rejected', { reason: 'double spend', flags: ['double_spend'] });
      if (faulty && node.relayFault)
        throw fault('relay_unknown', { txid: Buffer.from(txid).toString('hex') });
      node.relayed.push(blob);
    },
    keyImagesSpent: async (images) => {
      await asked();
      return images.map((image) => node.spent.get(Buffer.from(image).toString('hex')) ?? 0);
    },
    block: async (at) => {
      await asked();
      const found = node.blocks.find(({ height, hash }) =>
        typeof at === 'number' ? height === at : equalBytes(hash, at),
      );
      if (!found) throw fault('unknown_block', { at: String(at) });
      return found;
    },
    lightServer: async ({ address }) => {
      const { text } = readNodeAddress({ address });
      const away = () => Promise.reject(fault('node_unreachable', { address: text }));
      await Promise.resolve();
      return { login: away, scanFrom: away, addAddresses: away, history: away, outputs: away };
    },
    own: ({ address, trusted }) =>
      trusted
        ? Promise.resolve(commandedNode(asked, node.commands))
        : Promise.reject(fault('node_not_own', { address, call: 'a command of its owner' })),
  };

  const node: FakeNode = {
    chain,
    answer: (more = {}) => {
      settings ??= { address: 'http://127.0.0.1:18081', trusted: true };
      tip = {
        height: HEIGHT,
        targetHeight: 0,
        topHash: blockHash(HEIGHT - 1),
        synchronized: true,
        network: 'mainnet',
        devnet: true,
        version: '0.18.4.0-release',
        blockWeightMedian: 300_000,
        blockWeightLimit: 600_000,
        adjustedTime: 0,
        ...more,
      };
    },
    silence: () => {
      tip = undefined;
    },
    outputs: new Map(),
    transactions: [],
    blocks: [],
    spent: new Map(),
    relayed: [],
    relayFault: undefined,
    takesFirst: 0,
    mining: [],
    commands: [],
    callAnswer: { value: {}, bytes: 2 },
    expected: undefined,
    health: {},
    healthAsked: undefined,
  };
  return node;
}

/** The user's own node: records each command; its overview never changes. */
const commandedNode = (asked: () => Promise<ChainTip>, commands: FakeNode['commands'][number][]): OwnNode => {
  const noted =
    <Args extends unknown[], T>(command: string, answer: (...args: Args) => T) =>
    async (...args: Args): Promise<T> => {
      await asked();
      commands.push([command, ...args]);
      return answer(...args);
    };
  const done = (): void => undefined;
  return {
    overview: async () => ({ ...OVERVIEW, height: (await asked()).height }),
    startMining: noted('startMining', done),
    stopMining: noted('stopMining', done),
    ban: noted('ban', done),
    setLimits: noted('setLimits', done),
    popBlocks: noted('popBlocks', (blocks: number) => HEIGHT - blocks),
    prune: noted('prune', done),
    isPruned: noted('isPruned', () => false),
    setLogLevel: noted('setLogLevel', done),
    setLogCategories: noted('setLogCategories', (categories: string) => categories),
    save: noted('save', done),
    stop: noted('stop', done),
  };
};

const OVERVIEW: OwnNodeOverview = {
  height: 0,
  targetHeight: 0,
  synchronized: true,
  network: 'fakechain',
  version: '0.18.4.0-release',
  offline: false,
  startedAt: 1_700_000_000,
  databaseSize: 2_000_000,
  freeSpace: 9_000_000_000n,
  waiting: 3,
  traffic: { received: 5000, sent: 7000 },
  rules: { version: 16, from: 1 },
  mining: { active: true, threads: 2, speed: 120n, address: 'miner' },
  peers: { outgoing: 8, incoming: 2, maxOutgoing: 12, maxIncoming: 4_294_967_295, tried: 40, untried: 900 },
  connections: [
    { address: '203.0.113.9:18080', host: '203.0.113.9', incoming: false, height: 1000n, seconds: 60n },
  ],
  bans: [{ host: '203.0.113.7', seconds: 3600 }],
  limits: { down: 8192, up: 2048 },
  chains: [{ hash: 'ab'.repeat(32), height: 990, length: 2 }],
};
