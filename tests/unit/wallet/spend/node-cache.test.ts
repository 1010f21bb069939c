/** Cached answers for a payment are valid for one tip of one node, for ten minutes; the backlog for ten seconds. */
import { beforeEach, describe, expect, test } from 'vitest';
import { Fault } from '../../../../src/base/fault.ts';
import type { NodeSettings } from '../../../../src/ports/node-control.ts';
import { createNodeCache, type FetchedTip, type NodeCache } from '../../../../src/wallet/spend/node-cache.ts';
import { feeRate } from '../../../../src/wallet/spend/fees.ts';
import { createTestChain } from '../test-chain.ts';
import { createTestNode, type TestNode } from '../test-node.ts';

const A: NodeSettings = { address: 'https://a.example' };
const B: NodeSettings = { address: 'https://b.example' };

let asked: string[];
let node: TestNode;
let inUse: NodeSettings;
let failing: string | undefined;
let perByte: bigint;
let now: number;
let heard: FetchedTip | undefined;
/** After this time every cached answer has expired. */
let overtime: () => void;
let answers: NodeCache;

const answer = async <T>(question: string, value: T): Promise<T> => {
  asked.push(question);
  await Promise.resolve();
  if (failing === question) throw new Error(question);
  return value;
};
/** Requests since the last call. */
const questions = (): string[] => asked.splice(0);
/** Reports a tip, as automatic refresh does. */
const refresh = async (): Promise<void> => {
  heard = { tip: await node.tip(), from: inUse, at: now };
};

beforeEach(async () => {
  asked = [];
  node = createTestNode(createTestChain(50));
  inUse = A;
  failing = undefined;
  perByte = 20n;
  now = 1_800_000_000_000;
  const chain = {
    ...node,
    get node() {
      return inUse;
    },
    tip: async () => answer('tip', await node.tip()),
    headers: (first: number, last: number) => answer(`headers ${first}-${last}`, []),
    feeEstimate: () =>
      answer('estimate', {
        fees: [perByte, 4n * perByte, 16n * perByte, 200n * perByte] as const,
        quantizationMask: 1n,
      }),
    backlog: () => answer('backlog', []),
    distribution: () => answer('distribution', { startHeight: node.chain.height - 2, cumulative: [1, 2] }),
  };
  const waiting: (() => void)[] = [];
  overtime = () => {
    for (const wake of waiting.splice(0)) wake();
  };
  const sleep = (): Promise<void> => new Promise((resolve) => waiting.push(resolve));
  const clock = { now: () => now, sleep };
  answers = createNodeCache({ chain, clock, lastTip: () => heard });
  await refresh();
});

describe('cached answers of the node', () => {
  test('are requested when the tip is known, and then only the backlog from time to time', async () => {
    await feeRate(answers, 0);
    expect(questions().sort()).toEqual(['backlog', 'estimate', 'headers 40-49']);
    now += 9_999;
    await feeRate(answers, 0);
    expect(questions()).toEqual([]);
    now += 1;
    await feeRate(answers, 0);
    expect(questions()).toEqual(['backlog']);
  });

  test('include the distribution, which expires after two minutes', async () => {
    await Promise.all([answers.distribution(), answers.distribution()]);
    await answers.distribution();
    expect(questions()).toEqual(['distribution']);
    node.chain.add();
    await refresh();
    await answers.distribution();
    expect(questions()).toEqual(['distribution']);
    overtime();
    await Promise.resolve();
    await answers.distribution();
    expect(questions()).toEqual(['distribution']);
  });

  // threat: false-decoys
  test('exclude a distribution that does not end at the newest block, unless a block arrived meanwhile', async () => {
    const distribution = (end: number) => {
      const chain = { ...node, tip: () => node.tip(), node: A } as unknown as Parameters<
        typeof createNodeCache
      >[0]['chain'];
      chain.distribution = () => Promise.resolve({ startHeight: end - 2, cumulative: [1, 2] });
      const clock = { now: () => now, sleep: () => new Promise<void>(() => undefined) };
      return createNodeCache({ chain, clock, lastTip: () => heard }).distribution();
    };
    await refresh();
    for (const end of [49, 51, 90])
      await expect(distribution(end)).rejects.toMatchObject({ code: 'decoys_suspicious' });
    node.chain.add();
    await expect(distribution(51)).resolves.toMatchObject({ startHeight: 49 });
  });

  test('are asked once more when a block or a reorg came between two questions', async () => {
    const behind = new Fault('node_error', { address: '', message: 'Invalid start/end heights.' });
    const [tip, other] = [await node.tip(), { ...(await node.tip()), height: 48 }];
    const tips = [other, other];
    const asked: string[] = [];
    const chain = {
      ...node,
      node: A,
      tip: () => Promise.resolve(tips.shift() ?? other),
      headers: (first: number, last: number) => {
        asked.push(`${first}-${last}`);
        return last === 49 ? Promise.reject(behind) : Promise.resolve([]);
      },
      distribution: () => Promise.resolve({ startHeight: 46, cumulative: [1, 2] }),
    } as unknown as Parameters<typeof createNodeCache>[0]['chain'];
    const clock = { now: () => now, sleep: () => new Promise<void>(() => undefined) };
    const of = (lastTip: () => FetchedTip) => createNodeCache({ chain, clock, lastTip });
    const fresh = (): FetchedTip => ({ tip, from: A, at: now });
    expect((await of(fresh).newest()).tip.height).toBe(48);
    expect(asked).toEqual(['40-49', '38-47']);
    tips.splice(0, tips.length, tip, other);
    await expect(of(fresh).distribution()).resolves.toMatchObject({ startHeight: 46 });
    // The same tip: the node only contradicts itself.
    tips.splice(0, tips.length, tip, tip);
    await expect(of(fresh).newest()).rejects.toMatchObject({ code: 'node_error' });
  });

  test('are dropped when a caller found them useless', async () => {
    await Promise.all([feeRate(answers, 0), answers.distribution()]);
    questions();
    answers.forget();
    await Promise.all([feeRate(answers, 0), answers.distribution()]);
    expect(questions().sort()).toEqual(['backlog', 'distribution', 'estimate', 'headers 40-49']);
  });

  test('serve a chosen level, an automatic level and a preview', async () => {
    await answers.feeEstimate();
    expect(questions()).toEqual(['estimate']);
    expect((await feeRate(answers, 3)).perByte).toBe(320n);
    expect(questions()).toEqual([]);
    await feeRate(answers, 0);
    expect(questions().sort()).toEqual(['backlog', 'headers 40-49']);
  });

  test('are requested again as soon as the wallet knows of another block', async () => {
    await feeRate(answers, 0);
    questions();
    node.chain.add();
    perByte = 30n;
    // The wallet does not know of the block yet.
    expect((await feeRate(answers, 0)).perByte).toBe(20n);
    expect(questions()).toEqual([]);
    await refresh();
    expect((await feeRate(answers, 0)).perByte).toBe(30n);
    expect(questions().sort()).toEqual(['backlog', 'estimate', 'headers 41-50']);
  });

  test('are requested again when a block of the same height replaced the last', async () => {
    await feeRate(answers, 0);
    questions();
    heard = { ...heard!, tip: { ...heard!.tip, topHash: new Uint8Array(32) } };
    await feeRate(answers, 0);
    expect(questions().sort()).toEqual(['backlog', 'estimate', 'headers 40-49']);
  });

  test('serve ten minutes while the tip stays the same', async () => {
    await feeRate(answers, 1);
    questions();
    now += 599_999;
    await refresh();
    await feeRate(answers, 1);
    expect(questions()).toEqual([]);
    now += 1;
    await feeRate(answers, 1);
    expect(questions()).toEqual(['estimate']);
  });

  test('give the last estimate until the node has answered for a new tip', async () => {
    await answers.likelyEstimate();
    node.chain.add();
    await refresh();
    perByte = 30n;
    questions();
    expect((await answers.likelyEstimate()).fees[0]).toBe(20n);
    expect((await answers.feeEstimate()).fees[0]).toBe(30n);
    expect((await answers.likelyEstimate()).fees[0]).toBe(30n);
    expect(questions()).toEqual(['estimate']);
    // Of another node, or too old: the answer is awaited.
    inUse = B;
    perByte = 40n;
    expect((await answers.likelyEstimate()).fees[0]).toBe(40n);
    now += 600_000;
    perByte = 50n;
    expect((await answers.likelyEstimate()).fees[0]).toBe(50n);
  });

  test('do not get younger when the clock is set back', async () => {
    await feeRate(answers, 1);
    questions();
    now -= 3_600_000;
    await feeRate(answers, 1);
    expect(questions()).toEqual(['tip', 'estimate']);
  });

  test('are never those of another node', async () => {
    await feeRate(answers, 0);
    questions();
    inUse = B;
    perByte = 30n;
    expect((await feeRate(answers, 0)).perByte).toBe(30n);
    expect(questions().sort()).toEqual(['backlog', 'estimate', 'headers 40-49', 'tip']);
    // A node that is chosen again may serve another chain.
    inUse = { ...B };
    await feeRate(answers, 1);
    expect(questions()).toEqual(['tip', 'estimate']);
  });

  test('are never those of a node that was replaced during the request', async () => {
    heard = undefined;
    const early = feeRate(answers, 0);
    inUse = B;
    await early;
    questions();
    // Its answers are cached together with its tip.
    node.chain.add();
    await feeRate(answers, 0);
    expect(questions().sort()).toEqual(['backlog', 'estimate', 'headers 41-50', 'tip']);
  });

  test('of a failed request are not cached', async () => {
    failing = 'estimate';
    await expect(feeRate(answers, 0)).rejects.toThrow('estimate');
    failing = undefined;
    questions();
    await feeRate(answers, 0);
    expect(questions().sort()).toEqual(['backlog', 'estimate', 'headers 40-49']);
  });
});

describe('the cached tip', () => {
  test('is requested once when the last refresh is too long ago, and then serves as long', async () => {
    now += 30_000;
    await feeRate(answers, 0);
    expect(questions().sort()).toEqual(['backlog', 'estimate', 'headers 40-49', 'tip']);
    now += 29_999;
    await feeRate(answers, 0);
    expect(questions()).toEqual(['backlog']);
    now += 1;
    await feeRate(answers, 0);
    expect(questions()).toContain('tip');
  });

  test('of a later refresh replaces a requested one', async () => {
    now += 30_000;
    await feeRate(answers, 1);
    questions();
    node.chain.add();
    now += 1;
    await refresh();
    await feeRate(answers, 1);
    expect(questions()).toEqual(['estimate']);
  });

  test('is requested again after a failure', async () => {
    heard = undefined;
    failing = 'tip';
    await expect(feeRate(answers, 1)).rejects.toThrow('tip');
    failing = undefined;
    questions();
    await feeRate(answers, 1);
    expect(questions()).toEqual(['tip', 'estimate']);
  });
});

test('several callers at once send one request', async () => {
  heard = undefined;
  await Promise.all([feeRate(answers, 0), feeRate(answers, 2), answers.feeEstimate()]);
  expect(questions().sort()).toEqual(['backlog', 'estimate', 'headers 40-49', 'tip']);
});
