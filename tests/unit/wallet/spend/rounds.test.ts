/** How often a payment waits for the node: requests that need no earlier answer are sent together. */
import { expect, test } from 'vitest';
import { parseAddress } from '../../../../src/protocol/address/address.ts';
import { createInlineCryptoWorkers } from '../../../../src/wallet/crypto-workers.ts';
import { preparePayment, signAll } from '../../../../src/wallet/spend/spend.ts';
import { createNodeCache, type FetchedTip } from '../../../../src/wallet/spend/node-cache.ts';
import { put } from '../../../../src/wallet/state/state.ts';
import { seededRandom } from '../../../support/seeded-random.ts';
import { createTestChain } from '../test-chain.ts';
import { testLedger } from '../test-ledger.ts';
import { funds, outputSource, person } from '../test-money.ts';
import { createTestNode } from '../test-node.ts';
import { settled } from '../../../support/settled.ts';

const XMR = 1_000_000_000_000n;
const FEES = [20_000n, 80_000n, 320_000n, 4_000_000n] as const;

/** A node that answers all waiting requests together, when no new one comes. */
const slowly = () => {
  const rounds: string[][] = [];
  let waiting: (() => void)[] = [];
  const answerAll = async (): Promise<void> => {
    for (let before = 0; before < waiting.length;) {
      before = waiting.length;
      await settled();
    }
    const answered = waiting;
    waiting = [];
    for (const answer of answered) answer();
  };
  const asked = async <T>(question: string, answer: () => Promise<T>): Promise<T> => {
    if (waiting.length === 0) {
      rounds.push([]);
    }
    rounds.at(-1)!.push(question);
    const answered = new Promise<void>((resolve) => waiting.push(resolve));
    if (waiting.length === 1) void answerAll();
    await answered;
    return answer();
  };
  return { rounds, asked };
};

const setup = async () => {
  const alice = person('alice');
  const owned = funds(alice, [{ amount: 5n * XMR }]);
  const ledger = await testLedger(alice.account);
  await ledger.commit({
    puts: owned.map((output, outputIndex) => put('outputs', String(outputIndex), output)),
    deletes: [],
    chain: { base: 0, append: new Uint8Array(32 * 900) },
  });
  const { rounds, asked } = slowly();
  const node = createTestNode(createTestChain(50));
  // As long as the distribution.
  node.lies.tip = (tip) => ({ ...tip, height: 1000 });
  const outputs = outputSource(owned);
  const chain = {
    ...node,
    tip: () => asked('tip', () => node.tip()),
    headers: () => asked('headers', () => Promise.resolve([])),
    feeEstimate: () => asked('estimate', () => Promise.resolve({ fees: FEES, quantizationMask: 10_000n })),
    backlog: () => asked('backlog', () => Promise.resolve([])),
    distribution: () =>
      asked('distribution', async () => {
        const honest = await outputs.distribution();
        return lying ? { ...honest, cumulative: honest.cumulative.map(() => 1) } : honest;
      }),
  };
  let heard: FetchedTip | undefined;
  let lying = false;
  const clock = { now: () => 1_800_000_000_000, sleep: () => new Promise<void>(() => undefined) };
  const random = { bytes: seededRandom('rounds') };
  const deps = {
    ledger,
    forPrivate: () =>
      Promise.resolve({
        node: {
          outputs: (refs: Parameters<typeof outputs.outputs>[0]) =>
            asked('outputs', () => outputs.outputs(refs)),
        },
        asked: { node: 'https://node.example', choice: 0 },
      }),
    answers: createNodeCache({ chain, clock, lastTip: () => heard }),
    blocks: node,
    random,
    cryptoWorkers: createInlineCryptoWorkers(random),
    clock,
  };
  const text = person('bob').text(0, 0);
  return {
    lie: (now: boolean) => void (lying = now),
    hear: async () => {
      heard = { tip: await node.tip(), from: node.node, at: clock.now() };
    },
    /** The requests of one payment, round by round. */
    pay: async (priority: 0 | 1) => {
      rounds.length = 0;
      const payees = [{ address: parseAddress(text), text, amount: XMR }];
      await signAll(deps, await preparePayment(deps, { account: 0, payees, priority }));
      return rounds.map((round) => round.sort());
    },
  };
};

test('a payment after a refresh waits for the node twice, and the next one once', async () => {
  const { hear, pay } = await setup();
  await hear();
  expect(await pay(0)).toEqual([['backlog', 'distribution', 'estimate', 'headers'], ['outputs']]);
  expect(await pay(0)).toEqual([['outputs']]);
  expect(await pay(1)).toEqual([['outputs']]);
});

test('a payment without a refresh waits for the node three times', async () => {
  const { pay } = await setup();
  expect(await pay(0)).toEqual([['tip'], ['backlog', 'distribution', 'estimate', 'headers'], ['outputs']]);
  expect(await pay(0)).toEqual([['outputs']]);
});

test('a distribution from which no ring could be drawn is requested again', async () => {
  const { hear, pay, lie } = await setup();
  await hear();
  lie(true);
  await expect(pay(1)).rejects.toMatchObject({ code: 'decoys_suspicious' });
  lie(false);
  expect(await pay(1)).toEqual([['distribution', 'estimate'], ['outputs']]);
});
