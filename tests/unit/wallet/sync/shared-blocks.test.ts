/** Wallets of a process that read one node's blocks together: whole sessions with the real daemon module and scan. */
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createDaemon } from '../../../../src/daemon/daemon.ts';
import { decodeBlocks } from '../../../../src/daemon/bin/get-blocks.ts';
import { createSharedNodes } from '../../../../src/daemon/shared-nodes.ts';
import { toHex } from '../../../../src/base/hex.ts';
import { genesisId } from '../../../../src/protocol/block/genesis.ts';
import { createMemorySettings } from '../../../../src/store/memory-settings.ts';
import type { RawBlocks } from '../../../../src/ports/block-source.ts';
import { createInlinePool } from '../../../../src/wallet/scan/inline-pool.ts';
import { createSession, type OwnedSession } from '../../../../src/wallet/session/session.ts';
import { newWords } from '../../../../src/wallet/without-wallet.ts';
import { createSharedBlocks, type SharedRanges } from '../../../../src/wallet/sync/shared-blocks.ts';
import type { RepeatedChain } from '../../../bench/repeated-chain.ts';
import { chainOf, createChainNode, NODE, type ChainNode } from '../../../support/chain-node.ts';
import { createEngineFiles } from '../../../support/engine.ts';
import { deferred } from '../../../support/deferred.ts';
import { seededRandom } from '../../../support/seeded-random.ts';

/** A wallet starts up to 820 blocks below its birthday, and the chain of the test has no genesis block of its own. */
const BLOCKS = 1000;
const FORK = 990;
const genesis = genesisId('mainnet');
let chain: RepeatedChain;
let longer: RepeatedChain;
let other: RepeatedChain;
beforeAll(async () => {
  chain = await chainOf(BLOCKS);
  longer = await chainOf(BLOCKS + 3);
  other = await chainOf(BLOCKS + 3, FORK);
});

const createClock = () => {
  let now = 0;
  return {
    now: () => now,
    sleep: (_ms: number, signal?: AbortSignal) =>
      new Promise<void>((_, reject) => {
        signal?.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
      }),
    pass: (ms: number) => void (now += ms),
  };
};

/** What the wallets of a process share. */
const createProcess = (node: ChainNode, count: { wallets: number } = { wallets: 2 }) => {
  const clock = createClock();
  const nodes = createSharedNodes(clock);
  const sharedBlocks = createSharedBlocks(clock, () => count.wallets > 1);
  const { fetch } = node;
  const random = { bytes: seededRandom('shared blocks') };
  const world = { fetch, clock, random, shared: nodes };
  return { clock, nodes, sharedBlocks, world };
};
type Shared = ReturnType<typeof createProcess>;

const sessions: OwnedSession[] = [];
afterEach(async () => {
  for (const session of sessions.splice(0)) await session.close();
});
const open = async ({ world, sharedBlocks, clock }: Shared, address = NODE): Promise<OwnedSession> => {
  const session = createSession(
    {
      chain: createDaemon(world, { regtest: true }),
      sharedBlocks,
      pool: createInlinePool(decodeBlocks),
      clock,
      random: world.random,
      settings: createMemorySettings(),
    },
    createEngineFiles(),
    { automated: true, network: 'mainnet' },
  );
  sessions.push(session);
  session.autoRefresh(false);
  await session.useOnlyNode({ address });
  const { keys, seed } = await newWords(world.random, { language: 'English', polyseed: false, now: 0 });
  await session.make({
    ...{
      name: 'w',
      password: '',
      network: 'mainnet',
      keys,
      seed,
      language: 'English',
      restoreHeight: BLOCKS,
    },
    lookahead: { major: 1, minor: 2 },
  } as never);
  return session;
};
const read = (session: OwnedSession) => session.wallet.sync.refresh();
const tipOf = ({ open: wallet }: OwnedSession): readonly [number, string] => [
  wallet!.state.height,
  toHex(wallet!.state.chain.hashes.subarray(-32)),
];
const isAt = (at: RepeatedChain): readonly [number, string] => [at.height, at.topHash];

describe('wallets that share a node', () => {
  it('ask it for each block once', async () => {
    const node = createChainNode(chain);
    const shared = createProcess(node);
    const wallets = await Promise.all([open(shared), open(shared), open(shared)]);
    await Promise.all(wallets.map(read));
    expect(wallets.map(tipOf)).toEqual([isAt(chain), isAt(chain), isAt(chain)]);
    expect(new Set(node.sent).size).toBe(node.sent.length);
  });

  it('ask it each for itself when they share nothing', async () => {
    const node = createChainNode(chain);
    for (const { sent } of [node, node]) {
      sent.length = 0;
      await read(await open(createProcess(node, { wallets: 1 })));
      expect(sent.length).toBeGreaterThan(100);
    }
  });

  it('read new blocks once, and follow a reorganisation', async () => {
    const node = createChainNode(chain);
    const shared = createProcess(node);
    const wallets = await Promise.all([open(shared), open(shared)]);
    await Promise.all(wallets.map(read));
    node.sent.length = 0;
    node.chain = longer;
    await Promise.all(wallets.map(read));
    expect(wallets.map(tipOf)).toEqual([isAt(longer), isAt(longer)]);
    expect(node.sent).toEqual([chain.height, chain.height + 1, chain.height + 2]);
    node.chain = other;
    await Promise.all(wallets.map(read));
    expect(wallets.map(tipOf)).toEqual([isAt(other), isAt(other)]);
  });

  it('read the newer chain when a reorganisation comes between two answers', async () => {
    const forked = await chainOf(BLOCKS + 3, 700);
    const node = createChainNode(longer);
    const shared = createProcess(node);
    const wallets = await Promise.all([open(shared), open(shared)]);
    node.wait = () => {
      if (node.heights.length > 1) node.chain = forked;
      return Promise.resolve();
    };
    await Promise.all(wallets.map(read));
    // The first answer ended above the fork.
    expect(node.heights.slice(0, 2)).toEqual([535, 735]);
    expect(wallets.map(tipOf)).toEqual([isAt(forked), isAt(forked)]);
  });

  it('go on when one of them is closed while its blocks are on their way', async () => {
    const node = createChainNode(chain);
    const shared = createProcess(node);
    const [one, two] = [await open(shared), await open(shared)];
    const gate = deferred<undefined>();
    node.wait = () => gate.promise;
    const reading = read(one);
    const others = read(two);
    reading.catch(() => undefined);
    await one.close();
    gate.resolve(undefined);
    await others;
    expect(tipOf(two)).toEqual(isAt(chain));
    await expect(reading).rejects.toMatchObject({ code: 'cancelled' });
  });

  it('do not share what two nodes say', async () => {
    const [left, right] = [createChainNode(longer), createChainNode(other)];
    const shared = createProcess(left);
    const fetch = (url: string, init: RequestInit) =>
      (new URL(url).port === '18081' ? left : right).fetch(url, init);
    const both = { ...shared, world: { ...shared.world, fetch } };
    const one = await open(both);
    const two = await open(both, 'http://127.0.0.1:28081');
    await Promise.all([read(one), read(two)]);
    expect([tipOf(one), tipOf(two)]).toEqual([isAt(longer), isAt(other)]);
  });
});

describe('the ranges of a node', () => {
  const { signal } = new AbortController();
  const rangesOf = (node: ChainNode, maxBytes?: number) => {
    const clock = createClock();
    const random = { bytes: seededRandom('ranges') };
    const daemon = createDaemon({ fetch: node.fetch, clock, random });
    daemon.use({ address: NODE });
    return { clock, ranges: createSharedBlocks(clock, () => true, maxBytes).of(daemon)! };
  };
  /** Reads to the end of the chain, and returns the ranges. */
  const readAll = async (ranges: SharedRanges, from = 1, end = chain.height): Promise<RawBlocks[]> => {
    const all: RawBlocks[] = [];
    for (let at = from; at < end;) {
      const raw = (await ranges.rangeAt(at, genesis, signal))!;
      expect(raw.startHeight).toBe(at);
      at += raw.count;
      all.push(raw);
    }
    return all;
  };

  it('are the same for all who ask, and parts of them for who begins within one', async () => {
    const node = createChainNode(chain);
    const { ranges } = rangesOf(node);
    const first = await readAll(ranges);
    const asked = node.asked.length;
    expect(await readAll(ranges)).toEqual(first);
    const [part, ...rest] = await readAll(ranges, 6);
    expect([part!.shared, part!.count]).toEqual([undefined, first[0]!.count - 5]);
    expect(rest.every((raw, i) => raw === first[i + 1])).toBe(true);
    expect(node.asked.length).toBe(asked);
  });
  it('are no more bytes than the limit, and are dropped when nobody reads them', async () => {
    const node = createChainNode(chain);
    const { clock, ranges } = rangesOf(node, 150_000);
    const all = await readAll(ranges);
    expect(all.reduce((sum, { bytes }) => sum + bytes.byteLength, 0)).toBeGreaterThan(300_000);
    expect(ranges.size).toBeLessThanOrEqual(150_000);
    clock.pass(61_000);
    await ranges.rangeAt(BLOCKS, genesis, signal);
    expect(ranges.size).toBeLessThan(5000);
  });
  it('are kept while any of them is read, however long the wallets need for each', async () => {
    const node = createChainNode(chain);
    const { clock, ranges } = rangesOf(node);
    const all = await readAll(ranges);
    const asked = node.asked.length;
    for (const { startHeight } of all) {
      clock.pass(40_000);
      await ranges.rangeAt(startHeight, genesis, signal);
    }
    expect(all.length).toBeGreaterThan(2);
    expect(node.asked.length).toBe(asked);
  });
  it('are asked anew after a tip that contradicts them, and not after an older tip', async () => {
    const node = createChainNode(longer);
    const { clock, ranges } = rangesOf(node);
    await readAll(ranges, 1, longer.height);
    const kept = ranges.size;
    const tip = { height: other.height, topHash: Uint8Array.from(Buffer.from(other.topHash, 'hex')) };
    ranges.compareTip(tip, clock.now());
    expect(ranges.size).toBe(kept);
    clock.pass(1);
    ranges.compareTip(tip, clock.now());
    expect(ranges.size).toBe(0);
  });
  it('that contradict each other are not kept together', async () => {
    const node = createChainNode(chain);
    const { ranges } = rangesOf(node);
    const first = await readAll(ranges);
    node.chain = other;
    await ranges.rangeAt(chain.height, genesis, signal);
    const last = await ranges.rangeAt(chain.height - 1, genesis, signal);
    expect(first).not.toContain(last);
  });
  it('give the fault of the node to all who wait, and are asked again afterwards', async () => {
    const node = createChainNode(chain);
    const { fetch } = node;
    let isAway = true;
    const fails = () => Promise.resolve(new Response('', { status: 404 }));
    const { ranges } = rangesOf({ ...node, fetch: (...asked) => (isAway ? fails() : fetch(...asked)) });
    const both = [0, 0].map(() => ranges.rangeAt(1, genesis, signal));
    for (const each of both) await expect(each).rejects.toMatchObject({ code: 'node_http' });
    isAway = false;
    expect((await ranges.rangeAt(1, genesis, signal))?.startHeight).toBe(1);
  });
  it('leave a caller that is stopped without waiting for the node, and answer the others', async () => {
    const node = createChainNode(chain);
    const gate = deferred<undefined>();
    node.wait = () => gate.promise;
    const { ranges } = rangesOf(node);
    const stop = new AbortController();
    const stopped = ranges.rangeAt(1, genesis, stop.signal);
    const waiting = ranges.rangeAt(1, genesis, signal);
    stop.abort(new Error('stopped'));
    await expect(stopped).rejects.toThrow('stopped');
    gate.resolve(undefined);
    expect((await waiting)?.startHeight).toBe(1);
  });
});
