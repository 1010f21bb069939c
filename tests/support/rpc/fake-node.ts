/**
 * A node in memory, for methods that need one: a chain of empty blocks, made-up RingCT outputs, and what a test adds. At
 * first it is off, as if no node were set.
 */
import { equalBytes, utf8 } from '../../../src/base/bytes.ts';
import { faultsOf } from '../../../src/base/fault.ts';
import { kernel } from '../../../src/kernel/kernel.ts';
import type { BlockHeaderInfo, ChainTip, TxLookup } from '../../../src/ports/block-source.ts';
import type { PortFaults } from '../../../src/ports/faults.ts';
import type { NodeSettings } from '../../../src/ports/node-control.ts';
import type { NodeHealth } from '../../../src/ports/node-health.ts';
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
  /** Key images in hex that are spent; all others are not. */
  readonly spent: Map<string, 1 | 2>;
  readonly relayed: Uint8Array[];
  /** The fault that relaying gives, if any. */
  relayFault: 'tx_rejected' | 'relay_unknown' | undefined;
  readonly mining: { address: string; threads: number }[];
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

export function createFakeNode(): FakeNode {
  let tip: ChainTip | undefined;
  let settings: NodeSettings | undefined;
  const made = new Map<number, OutputInfo>();

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
      key: point('key'),
      mask: point('mask'),
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
      if (node.relayFault === 'tx_rejected')
        throw fault('tx_rejected', { reason: 'double spend', flags: ['double_spend'] });
      if (node.relayFault) throw fault('relay_unknown', { txid: Buffer.from(txid).toString('hex') });
      node.relayed.push(blob);
    },
    keyImagesSpent: async (images) => {
      await asked();
      return images.map((image) => node.spent.get(Buffer.from(image).toString('hex')) ?? 0);
    },
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
    spent: new Map(),
    relayed: [],
    relayFault: undefined,
    mining: [],
    expected: undefined,
    health: {},
    healthAsked: undefined,
  };
  return node;
}
