/** What the wallet does when two nodes say different things in public. */
import { beforeEach, describe, expect, it } from 'vitest';
import { Fault } from '../../../../src/base/fault.ts';
import type { NodePorts, NodeSettings } from '../../../../src/ports/node-control.ts';
import { NO_NODES } from '../../../../src/wallet/nodes/node-list.ts';
import { createNodes, type Nodes } from '../../../../src/wallet/nodes/nodes.ts';
import type { World } from '../../../../src/wallet/wallet.ts';
import { createFakeClock, type FakeClock } from '../../../support/rpc/fake-clock.ts';
import { seededRandom } from '../../../support/seeded-random.ts';
import { bytesOf } from '../test-chain.ts';

const [A, B, C] = ['https://a.example', 'https://b.example', 'https://c.example'] as const;
const PER_BLOCK = 20;
const signal = new AbortController().signal;

/** What a node says; a test changes it. */
interface Said {
  height: number;
  chain: string;
  fork: number | undefined;
  fee: bigint;
  perBlock: number;
  silent: boolean;
}
let said: Map<string, Said>;
let asked: string[];
let changes: number;
let clock: FakeClock;
let nodes: Nodes;

const portsOf = (address: string): NodePorts => {
  const answer = <T>(question: string, of: (said: Said) => T): Promise<T> => {
    asked.push(`${address} ${question}`);
    const node = said.get(address)!;
    return node.silent
      ? Promise.reject(new Fault('node_unreachable', { address }))
      : Promise.resolve(of(node));
  };
  return {
    tip: () => answer('tip', ({ height }) => ({ height })),
    headers: (first: number) =>
      answer('headers', ({ chain }) => [{ hash: bytesOf(`${chain} ${first}`), majorVersion: 16 }]),
    rules: (version: number) =>
      answer('rules', ({ fork }) => ({ current: 16, height: version === 16 ? 500 : fork })),
    feeEstimate: () =>
      answer('fees', ({ fee }) => ({
        fees: [fee, 4n * fee, 16n * fee, 200n * fee],
        quantizationMask: 10_000n,
      })),
    counts: (first: number, last: number) =>
      answer('counts', ({ perBlock }) => ({
        startHeight: first,
        cumulative: Array.from({ length: last - first + 1 }, (_, i) => (first + i + 1) * perBlock),
      })),
    relay: () => answer('relay', () => undefined),
  } as Partial<Record<keyof NodePorts, unknown>> as NodePorts;
};
/** The code and `what` of the fault before a private question; undefined if it may be asked. */
const refused = async (): Promise<unknown> => {
  try {
    await nodes.forPrivate([]);
    return undefined;
  } catch (error) {
    const { code, data } = error as Fault;
    return [code, (data as { what?: unknown }).what];
  }
};

beforeEach(() => {
  const honest = {
    height: 1000,
    chain: 'main',
    fork: 2000,
    fee: 20_000n,
    perBlock: PER_BLOCK,
    silent: false,
  };
  said = new Map([A, B, C].map((address) => [address, { ...honest }]));
  asked = [];
  changes = 0;
  clock = createFakeClock(1_800_000_000_000);
  let used: NodeSettings | undefined;
  const chain = {
    use: (node: NodeSettings | undefined) => {
      used = node;
    },
    get node() {
      return used;
    },
    at: ({ address }: NodeSettings) => portsOf(address),
  } as Partial<World['chain']> as World['chain'];
  nodes = createNodes({
    chain,
    clock,
    random: { bytes: seededRandom('comparison') },
    changed: () => {
      changes += 1;
    },
  });
  nodes.set({ ...NO_NODES, nodes: [A, B, C].map((address) => ({ address })), compare: B });
});

describe('two nodes that agree', () => {
  it('let the wallet ask and send', async () => {
    expect(await refused()).toBeUndefined();
    expect(nodes.receivers.now().address).toBe(A);
  });
  it.each([
    ['some blocks apart', { height: 1005 }],
    ['with fees a tenth apart', { fee: 22_000n }],
    ['of which one does not know of a planned fork', { fork: undefined }],
  ])('may be %s', async (_how, more) => {
    Object.assign(said.get(B)!, more);
    expect(await refused()).toBeUndefined();
  });
  it('are compared every two minutes by the sync, and again before a payment after half a minute', async () => {
    await nodes.comparison.compare(signal);
    const once = asked.length;
    expect(once).toBeLessThan(20);
    await clock.advance(29_000);
    await nodes.comparison.compare(signal);
    await nodes.forPrivate([]);
    expect(asked).toHaveLength(once);
    await clock.advance(2000);
    await nodes.forPrivate([]);
    expect(asked).toHaveLength(2 * once);
    await clock.advance(119_000);
    await nodes.comparison.compare(signal);
    expect(asked).toHaveLength(2 * once);
    await clock.advance(2000);
    await nodes.comparison.compare(signal);
    expect(asked).toHaveLength(3 * once);
  });
  it('are not asked anything private', async () => {
    await nodes.comparison.compare(signal);
    expect(new Set(asked.map((each) => each.split(' ')[1]))).toEqual(
      new Set(['tip', 'headers', 'rules', 'fees', 'counts']),
    );
  });
});

// threat: nodes-disagree
describe('a node that says something else', () => {
  it.each([
    ['tip', { height: 1006 }],
    ['tip', { height: 994 }],
    ['tip', { chain: 'other' }],
    ['fork_heights', { fork: 2001 }],
    ['fees', { fee: 23_000n }],
    ['fees', { fee: 18_000n }],
    ['distribution', { perBlock: 19 }],
  ])('about %s stops sending, and both nodes are named', async (what, more) => {
    Object.assign(said.get(A)!, more);
    expect(await refused()).toEqual(['nodes_disagree', what]);
    expect(nodes.comparison.disagreement).toEqual({
      what,
      node: A,
      other: B,
      since: 1_800_000_000_000,
    });
    expect(() => nodes.receivers.now()).toThrow('nodes_disagree');
    expect(() => nodes.receivers.again(A)).toThrow('nodes_disagree');
    expect(asked.filter((each) => each.includes('relay'))).toEqual([]);
    expect(changes).toBe(1);
  });
  it('about outputs of older blocks is found before rings are drawn', async () => {
    expect(await refused()).toBeUndefined();
    const cumulative = Array.from({ length: 1000 }, (_, i) => (i + 1) * PER_BLOCK);
    await nodes.comparison.beforeRings({ startHeight: 0, cumulative });
    const narrowed = cumulative.map((count, i) => (i < 900 ? Math.floor(count / 2) : count));
    await expect(
      nodes.comparison.beforeRings({ startHeight: 0, cumulative: narrowed }),
    ).rejects.toMatchObject({
      code: 'nodes_disagree',
      data: { what: 'distribution', node: A, other: B },
    });
  });
  it('lets the wallet send again when it agrees again', async () => {
    said.get(A)!.chain = 'other';
    await nodes.comparison.compare(signal);
    expect(nodes.comparison.disagreement?.what).toBe('tip');
    said.get(A)!.chain = 'main';
    await nodes.comparison.compare(signal);
    expect(nodes.comparison.disagreement).toBeUndefined();
    expect(await refused()).toBeUndefined();
    expect(changes).toBe(2);
  });
});

describe('a comparison', () => {
  it('is left out when the second node does not answer', async () => {
    said.get(B)!.silent = true;
    said.get(A)!.chain = 'other';
    expect(await refused()).toBeUndefined();
  });
  it('is not made without a second node, nor with itself', async () => {
    nodes.set({ ...nodes.list, compare: '' });
    expect(await refused()).toBeUndefined();
    nodes.set({ ...nodes.list, compare: A });
    expect(await refused()).toBeUndefined();
    expect(asked).toEqual([]);
  });
  it('is forgotten when the person chooses other nodes', async () => {
    said.get(A)!.chain = 'other';
    await nodes.comparison.compare(signal);
    nodes.set({ ...nodes.list, compare: C });
    expect(nodes.comparison.disagreement).toBeUndefined();
    said.get(C)!.chain = 'other';
    expect(await refused()).toBeUndefined();
  });
});
