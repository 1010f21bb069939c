/** Which node the wallet reads from, when nodes go away and come back. */
import { beforeEach, describe, expect, it } from 'vitest';
import { Fault } from '../../../../src/base/fault.ts';
import type { NodeCheck, NodeSettings } from '../../../../src/ports/node-control.ts';
import { NO_NODES } from '../../../../src/wallet/nodes/node-list.ts';
import { createNodes, type Nodes } from '../../../../src/wallet/nodes/nodes.ts';
import type { World } from '../../../../src/wallet/wallet.ts';
import { passWithFailOver } from '../../../../src/wallet/sync/pass-with-fail-over.ts';
import { createFakeClock, type FakeClock } from '../../../support/rpc/fake-clock.ts';
import { seededRandom } from '../../../support/seeded-random.ts';

const [A, B, C] = ['https://a.example', 'https://b.example', 'https://c.example'] as const;
const HEIGHT = 1000;
const signal = new AbortController().signal;

/** Nodes that are up at these heights; every check is counted. */
let heights: Map<string, number>;
let checks: string[];
let clock: FakeClock;
let nodes: Nodes;

const unreachable = (address: string) => new Fault('node_unreachable', { address });
const heightOf = (address: string): number => {
  const height = heights.get(address);
  if (height === undefined) throw unreachable(address);
  return height;
};
/** A pass with the node in use; resolves to its address. */
const pass = (): Promise<string> =>
  passWithFailOver(
    nodes,
    () => HEIGHT,
    signal,
    async () => {
      await Promise.resolve();
      const { address } = nodes.used!;
      heightOf(address);
      return address;
    },
  );
/** The address that a pass reads from, or the code of its fault; then a second passes. */
const passed = async (): Promise<string> => {
  const result = await pass().catch((error: unknown) => (error as Fault).code);
  await clock.advance(1000);
  return result;
};

beforeEach(() => {
  heights = new Map([A, B, C].map((address) => [address, HEIGHT]));
  checks = [];
  clock = createFakeClock(1_800_000_000_000);
  let used: NodeSettings | undefined;
  const chain = {
    use: (node) => {
      used = node;
    },
    get node() {
      return used;
    },
    check: async ({ address }) => {
      checks.push(address);
      await Promise.resolve();
      return { tip: { height: heightOf(address) } } as NodeCheck;
    },
  } as Partial<World['chain']> as World['chain'];
  nodes = createNodes({
    chain,
    clock,
    random: { bytes: seededRandom('fail-over') },
    changed: () => undefined,
  });
  nodes.set({ ...NO_NODES, nodes: [A, B, C].map((address) => ({ address })) });
});

describe('a wallet with several nodes', () => {
  it('reads from the first one and asks no other while it answers', async () => {
    for (let i = 0; i < 5; i++) expect(await passed()).toBe(A);
    expect(checks).toEqual([]);
    expect(nodes.standIn).toBe(false);
  });
  it('reads from the next one that is well when the first one failed twice', async () => {
    heights.delete(A);
    heights.delete(B);
    expect(await passed()).toBe('node_unreachable');
    expect(checks).toEqual([]);
    expect(await passed()).toBe(C);
    expect(checks).toEqual([B, C]);
    expect(nodes.standIn).toBe(true);
    expect(nodes.outage).toMatchObject({ address: A, fault: 'node_unreachable', since: 1_800_000_000_000 });
  });
  it('does not read from a node that is behind the wallet', async () => {
    heights.delete(A);
    heights.set(B, HEIGHT - 1);
    await passed();
    expect(await passed()).toBe(C);
  });
  it('returns by itself when the first one is well again and not behind', async () => {
    heights.delete(A);
    await passed();
    await passed();
    heights.set(A, HEIGHT - 1);
    await clock.advance(36_000);
    expect(await passed()).toBe(B);
    heights.set(A, HEIGHT);
    expect(await passed()).toBe(B);
    await clock.advance(72_000);
    expect(await passed()).toBe(A);
    expect(nodes.outage).toBeUndefined();
    expect(nodes.standIn).toBe(false);
  });
  it('tries the first one at its time only, however often the sync runs', async () => {
    heights.delete(A);
    await passed();
    await passed();
    checks.length = 0;
    for (let seconds = 0; seconds < 3600; seconds++) await passed();
    // 30 s, 1, 2, 4, 8 minutes, then every ten minutes or so.
    expect(checks.length).toBeGreaterThan(5);
    expect(checks.length).toBeLessThan(14);
  });
  it('takes the place of a stand-in that goes away, too', async () => {
    heights.delete(A);
    await passed();
    await passed();
    heights.delete(B);
    await passed();
    expect(await passed()).toBe(C);
  });
  it('asks the first one at the pace of the sync when no node answers', async () => {
    for (const address of [A, B, C]) heights.delete(address);
    for (let i = 0; i < 60; i++) expect(await passed()).toBe('node_unreachable');
    expect(nodes.used?.address).toBe(A);
    expect(checks.length).toBeLessThan(9);
    heights.set(A, HEIGHT);
    expect(await passed()).toBe(A);
    expect(nodes.outage).toBeUndefined();
  });
  it('does not read from the nodes that only send or compare', async () => {
    nodes.set({ ...nodes.list, send: B, compare: C });
    heights.delete(A);
    await passed();
    expect(await passed()).toBe('node_unreachable');
    expect(checks).toEqual([]);
    expect(nodes.used?.address).toBe(A);
  });
  it('forgets what was away when the person chooses', async () => {
    heights.delete(A);
    await passed();
    await passed();
    nodes.set(nodes.list);
    expect(nodes.used?.address).toBe(A);
    expect(nodes.outage).toBeUndefined();
  });
  it('with one node asks nothing more than before', async () => {
    nodes.set({ ...NO_NODES, nodes: [{ address: A }] });
    heights.delete(A);
    for (let i = 0; i < 5; i++) expect(await passed()).toBe('node_unreachable');
    expect(checks).toEqual([]);
    expect(nodes.outage?.address).toBe(A);
  });
});

describe('a check of a node', () => {
  it('ends after fifteen seconds', async () => {
    heights.delete(A);
    await passed();
    const silent = createNodes({
      chain: {
        use: () => undefined,
        node: { address: A },
        check: (_node: NodeSettings, end?: AbortSignal) =>
          new Promise((_, reject) => {
            end!.addEventListener('abort', () => {
              reject(new Fault('cancelled', {}));
            });
          }),
      } as Partial<World['chain']> as World['chain'],
      clock,
      random: { bytes: seededRandom('silent') },
      changed: () => undefined,
    });
    silent.set({ ...NO_NODES, nodes: [{ address: A }, { address: B }] });
    const failing = (): Promise<never> =>
      Promise.reject(new Fault('node_login', { address: A, tried: false }));
    let ended = false;
    const result = passWithFailOver(silent, () => HEIGHT, signal, failing).finally(() => {
      ended = true;
    });
    result.catch(() => undefined);
    await clock.advance(0);
    await clock.advance(14_999);
    expect(ended).toBe(false);
    await clock.advance(1);
    await expect(result).rejects.toMatchObject({ code: 'node_login' });
  });
});
