/** A wallet that reads a real chain through a relay, or from the node alone. */
import { toHex } from '../../../../src/base/hex.ts';
import { decodeBlocks } from '../../../../src/daemon/bin/get-blocks.ts';
import type { CompactSource } from '../../../../src/ports/compact-source.ts';
import type { BlockSource } from '../../../../src/ports/block-source.ts';
import { createInlineCryptoWorkers } from '../../../../src/wallet/crypto-workers.ts';
import { createInlinePool } from '../../../../src/wallet/scan/inline-pool.ts';
import type { Ledger } from '../../../../src/wallet/state/state.ts';
import { createSync } from '../../../../src/wallet/sync/sync.ts';
import type { Sync, SyncDeps } from '../../../../src/wallet/sync/types.ts';
import { createFakeClock } from '../../../support/rpc/fake-clock.ts';
import { seededRandom } from '../../../support/seeded-random.ts';
import { testLedger } from '../test-ledger.ts';
import type { RealChain } from './real-chain.ts';

export const RELAY = 'https://relay.example';
export const NODE = 'https://node.example';

export interface Reader {
  readonly sync: Sync;
  readonly ledger: Ledger;
  /** Numbers of blocks that were asked for. */
  readonly asked: { compact: number; whole: number };
}

interface Options {
  readonly relay?: CompactSource;
  /** Nodes to compare with; by default one. */
  readonly others?: readonly Pick<BlockSource, 'blocksFrom' | 'tip'>[];
  readonly random?: (n: number) => Uint8Array;
}

export async function readerOf(chain: RealChain, { relay, others, random }: Options = {}): Promise<Reader> {
  const ledger = await testLedger(chain.owner.account);
  const asked = { compact: 0, whole: 0 };
  const node: RealChain['node'] = {
    ...chain.node,
    blocksAfter: async (...given) => counted(await chain.node.blocksAfter(...given)),
    blocksFrom: async (...given) => counted(await chain.node.blocksFrom(...given)),
  };
  const counted = <T extends { readonly count: number }>(answer: T): T => {
    asked.whole += answer.count;
    return answer;
  };
  const relayInUse = (): unknown =>
    relay && {
      address: RELAY,
      ports: {
        ...node,
        ...relay,
        compactBlocks: async (height: number, most: number) => {
          const bytes = await relay.compactBlocks(height, most);
          asked.compact += bytes[8]! | (bytes[9]! << 8);
          return bytes;
        },
      },
      others: (others ?? [node]).map((ports, i) => ({ address: i === 0 ? NODE : `${NODE}/${i}`, ports })),
    };
  const clock = createFakeClock(1_800_000_000_000);
  const sync = createSync({
    blocks: { ...node, node: { address: relay ? RELAY : NODE } },
    receivers: { now: never, again: never },
    nodes: {
      choose: () => Promise.resolve(false),
      tracked: (_question: unknown, ask: () => unknown) => ask(),
      comparison: { compare: () => Promise.resolve() },
      relayInUse,
    } as unknown as SyncDeps['nodes'],
    pool: createInlinePool(decodeBlocks),
    cryptoWorkers: createInlineCryptoWorkers({ bytes: seededRandom('sync') }),
    clock,
    random: { bytes: random ?? seededRandom('samples') },
    ledger,
  } as SyncDeps);
  return { sync, ledger, asked };
}

const never = (): never => {
  throw new Error('nothing is sent here');
};

/** All records that do not tell how they were read, as text. */
export function recordsOf({ ledger: { state } }: Pick<Reader, 'ledger'>): unknown {
  const { relayed: _relayed, relayLies: _lies, dataUsed: _used, ...tables } = state.tables;
  return {
    chain: state.chain,
    height: state.height,
    lastReward: state.lastReward,
    outputs: state.outputs,
    tables: Object.fromEntries(
      Object.entries(tables).map(([name, table]) => [
        name,
        [...(table as Map<string, unknown>)].sort(([a], [b]) => (a < b ? -1 : 1)),
      ]),
    ),
    top: toHex(state.chain.hashes.slice(-32)),
  };
}
