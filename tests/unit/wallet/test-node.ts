/**
 * A node with a made-up chain, and a scan pool for its answers; `lies` makes it misbehave. The bytes of an answer are
 * only a number; the pool looks up the served blocks by it.
 */
import { equalBytes } from '../../../src/base/bytes.ts';
import { Fault } from '../../../src/base/fault.ts';
import { toHex } from '../../../src/base/hex.ts';
import type {
  BlockSource,
  ChainTip,
  NewerBlock,
  RawBlocks,
  TxLookup,
} from '../../../src/ports/block-source.ts';
import type { NodeControl } from '../../../src/ports/node-control.ts';
import type { RulesInfo, RuleSource } from '../../../src/ports/rule-source.ts';
import type { ScannedRange, ScanPool } from '../../../src/ports/scan-pool.ts';
import type { SubaddressIndex } from '../../../src/protocol/keys/subaddress.ts';
import type { TxRelay } from '../../../src/ports/tx-relay.ts';
import { scannedPoolTx, txidOf, type TestChain, type TestTx } from './test-chain.ts';

export interface TestNode extends BlockSource, RuleSource, TxRelay, Pick<NodeControl, 'node'> {
  chain: TestChain;
  /** Transactions in its pool. */
  pool: TestTx[];
  /** Names of those of which it has seen another one that spends the same. */
  conflicts: Set<string>;
  /** Blocks per answer. */
  perAnswer: number;
  /** Changes the answer that it is about to send. */
  lies: {
    tip?: (tip: ChainTip) => ChainTip;
    range?: (range: ScannedRange) => ScannedRange;
    /** It sends no block from this height on, whatever its tip says. */
    end?: number;
  };
  /** The next request throws it. */
  fails: Fault | undefined;
  /** Height of its first block of version 17. */
  newerFrom: number | undefined;
  /** What it says about version 17; undefined: it does not know this call. */
  plan: RulesInfo | undefined;
  readonly asked: { tip: number; blocks: number; pool: number; rules: number };
  /** Bytes of a block in an answer. */
  bytesPerBlock: number;
  /** Most blocks that the last request wanted. */
  wanted: number;
  readonly relayed: string[];
  readonly scanner: ScanPool & { readonly scans: number };
}

export function createTestNode(chain: TestChain): TestNode {
  const served = new Map<ArrayBuffer, { from: number; count: number; chain: TestChain }>();
  const answer = (from: number, wanted = Infinity): Promise<RawBlocks> => {
    node.asked.blocks += 1;
    throwIfTold();
    node.wanted = wanted;
    const end = Math.min(
      from + Math.min(node.perAnswer, wanted),
      node.chain.height,
      node.lies.end ?? Infinity,
    );
    // As the daemon module cuts an answer.
    const cut = Math.max(from, node.newerFrom ?? Infinity);
    const newer = cut < end ? newerBlockAt(node.chain, cut) : undefined;
    const count = Math.max(0, Math.min(cut, end) - from);
    const bytes = new ArrayBuffer(8 + count * node.bytesPerBlock);
    served.set(bytes, { from, count, chain: node.chain });
    const chainHeight = node.chain.height;
    return Promise.resolve({ bytes, startHeight: from, count, chainHeight, ...(newer && { newer }) });
  };
  const throwIfTold = (): void => {
    const { fails } = node;
    node.fails = undefined;
    if (fails) throw fails;
  };

  let known: ReadonlySet<string> = new Set();
  let scans = 0;
  const visible = ({ major, minor }: SubaddressIndex): boolean => known.has(`${major}:${minor}`);
  const scanner: TestNode['scanner'] = {
    size: 2,
    get scans() {
      return scans;
    },
    configure: ({ table: { majors, minors } }) => {
      known = new Set(Array.from(majors, (major, i) => `${major}:${minors[i]!}`));
      return Promise.resolve();
    },
    scan: async ({ bytes }) => {
      scans += 1;
      await Promise.resolve();
      const ticket = served.get(bytes)!;
      const range = ticket.chain.range(ticket.from, ticket.count, visible);
      // The ledger reads spending transactions from these bytes; a second scan takes them as the number of the answer.
      served.set(range.parts[0]!.bytes, ticket);
      return node.lies.range?.(range) ?? range;
    },
    scanTx: (blob) => Promise.resolve(scannedPoolTx(node.pool[blob[0]!]!)),
    dispose: () => undefined,
  };

  const node: TestNode = {
    chain,
    pool: [],
    conflicts: new Set(),
    perAnswer: 1000,
    lies: {},
    fails: undefined,
    newerFrom: undefined,
    plan: { current: 16, height: undefined },
    asked: { tip: 0, blocks: 0, pool: 0, rules: 0 },
    bytesPerBlock: 0,
    wanted: 0,
    relayed: [],
    scanner,
    node: { address: 'https://node.example' },
    tip: () => {
      node.asked.tip += 1;
      throwIfTold();
      const tip: ChainTip = {
        height: node.chain.height,
        targetHeight: 0,
        topHash: node.chain.topHash,
        synchronized: true,
        network: 'mainnet',
        devnet: false,
        version: '',
        blockWeightMedian: 300_000,
        blockWeightLimit: 600_000,
        adjustedTime: 0,
      };
      return Promise.resolve(node.lies.tip?.(tip) ?? tip);
    },
    blocksAfter: (history, { maxBlocks } = {}) => {
      const common = history
        .map((hash) => node.chain.blocks.findIndex((block) => equalBytes(block.hash, hash)))
        .find((height) => height >= 0);
      if (common === undefined) throw new Fault('node_error', { address: '', message: 'no common block' });
      // As a node does when the newest hash is that of its top block.
      return equalBytes(history[0]!, node.chain.topHash) ? answer(0, 0) : answer(common, maxBlocks);
    },
    blocksFrom: (height, { maxBlocks } = {}) => answer(height, maxBlocks),
    headers: (first, last) =>
      Promise.resolve(
        node.chain.blocks.slice(first, last + 1).map(({ hash, prevHash, timestamp }, i) => ({
          height: first + i,
          hash,
          prevHash,
          timestamp,
          reward: 0n,
          majorVersion: 16,
          weight: 0,
        })),
      ),
    rules: () => {
      node.asked.rules += 1;
      return node.plan ? Promise.resolve(node.plan) : Promise.reject(new Fault('node_lacks_method', {}));
    },
    poolTxids: () => {
      node.asked.pool += 1;
      throwIfTold();
      return Promise.resolve(node.pool.map(({ id }) => txidOf(id)));
    },
    poolConflicts: () => Promise.resolve(node.conflicts.size),
    transactions: (txids) =>
      Promise.resolve(
        txids.flatMap((txid): TxLookup[] => {
          const position = node.pool.findIndex(({ id }) => equalBytes(txidOf(id), txid));
          return position < 0
            ? []
            : [
                {
                  ...{ txid, blob: Uint8Array.of(position), pruned: true, inPool: true },
                  doubleSpendSeen: node.conflicts.has(node.pool[position]!.id),
                },
              ];
        }),
      ),
    relay: (_blob, txid) => {
      node.relayed.push(toHex(txid));
      return Promise.resolve();
    },
    keyImagesSpent: () => Promise.resolve([]),
  };
  return node;
}

const newerBlockAt = ({ blocks }: TestChain, height: number): NewerBlock => {
  const { timestamp, prevHash } = blocks[height]!;
  return { height, version: 17, timestamp, prevHash };
};
