/** A node that makes payments fail learns nothing beyond what one request shows. */
import { describe, expect, test } from 'vitest';
import type { OwnedOutput } from '../../../../src/wallet/state/records/outputs.ts';
import {
  BLOCKS,
  createPayingNode,
  failures,
  ownedOutputs,
  payingWallet,
  PER_BLOCK,
  TRUE_DISTRIBUTION,
  type PayingNode,
} from '../paying.ts';
import { inTier } from '../../../support/tier.ts';

const honest: PayingNode['answer'] = (truth) => truth;

describe('after a useless first answer', () => {
  const owned = (): OwnedOutput[] => ownedOutputs(1);
  const names = Object.keys(failures(() => 0));

  test.each(names)('(%s) the same wallet asks for the same outputs again', async (name) => {
    const mine = owned();
    const node = createPayingNode(mine);
    const wallet = await payingWallet(mine);
    node.answer = failures(() => mine[0]!.globalIndex)[name]!;
    await expect(wallet.pay(node, 'first')).rejects.toMatchObject({ code: expect.any(String) as string });
    node.answer = honest;
    await wallet.pay(node, 'second');
    expect(node.asked).toHaveLength(2);
    expect(node.asked[0]).toHaveLength(75);
    expect(node.asked[1]).toEqual(node.asked[0]);
  });

  // threat: decoy-rounds
  test('a wallet that was killed during the request asks another node for the same outputs', async () => {
    const mine = owned();
    const wallet = await payingWallet(mine);
    const first = createPayingNode(mine);
    let reopened: ReturnType<typeof payingWallet> | undefined;
    first.answer = () => {
      // A wallet that is killed now has only what is on the disk at this moment.
      reopened = payingWallet(mine, wallet.file);
      throw new Error('killed');
    };
    await expect(wallet.pay(first, 'first')).rejects.toThrow('killed');
    const second = createPayingNode(mine);
    await (await reopened!).pay(second, 'second');
    expect(second.asked[0]).toEqual(first.asked[0]);
  });

  test('too few usable outputs give a fault, and no new draw', async () => {
    const mine = owned();
    const node = createPayingNode(mine);
    const wallet = await payingWallet(mine);
    node.answer = failures(() => mine[0]!.globalIndex)['locked']!;
    for (const seed of ['a', 'b', 'c'])
      await expect(wallet.pay(node, seed)).rejects.toMatchObject({ code: 'not_enough_outputs' });
    expect(new Set(node.asked.map(String)).size).toBe(1);
  });
});

describe('a node that gave two suspicious answers about an output', () => {
  const NODE = { node: 'https://node.example', choice: 1 };
  const stopped = async () => {
    const mine = ownedOutputs(2);
    const node = createPayingNode(mine);
    const wallet = await payingWallet(mine);
    node.answer = (truth, indices) =>
      truth.map((info, i) => (indices[i]! <= mine[0]!.globalIndex ? { ...info, unlocked: false } : info));
    for (const seed of ['a', 'b'])
      await expect(wallet.pay(node, seed, 0, NODE)).rejects.toMatchObject({ code: 'decoys_suspicious' });
    node.answer = honest;
    return { mine, node, wallet };
  };

  // threat: decoy-rounds
  test('is not asked about it again, even if the person chooses it again or the wallet was closed', async () => {
    const { mine, node, wallet } = await stopped();
    for (const [seed, asked] of [
      ['c', NODE],
      ['d', { ...NODE, choice: 2 }],
    ] as const)
      await expect(wallet.pay(node, seed, 0, asked)).rejects.toMatchObject({ code: 'decoys_suspicious' });
    const reopened = await payingWallet(mine, wallet.file);
    await expect(reopened.pay(node, 'e', 0, NODE)).rejects.toMatchObject({ code: 'decoys_suspicious' });
    expect(node.asked).toHaveLength(2);
  });

  test('is asked about no other one until the person chooses it again; another node is asked for the same outputs', async () => {
    const { mine, node, wallet } = await stopped();
    await expect(wallet.pay(node, 'c', 1, NODE)).rejects.toMatchObject({ code: 'decoys_suspicious' });
    expect(node.asked).toHaveLength(2);
    await wallet.pay(node, 'd', 1, { ...NODE, choice: 2 });
    expect(node.asked).toHaveLength(3);
    const other = createPayingNode(mine);
    await wallet.pay(other, 'e', 0, { node: 'https://other.example', choice: 2 });
    expect(other.asked).toEqual([node.asked[0]]);
  });
});

describe('a draw', () => {
  test('that the chain has outgrown gives a fault of the coin, which does not blame the node', async () => {
    const mine = ownedOutputs(2);
    const wallet = await payingWallet(mine);
    const node = createPayingNode(mine);
    await wallet.pay(node, 'first');
    node.distribution = {
      startHeight: 0,
      cumulative: Array.from({ length: 2 * BLOCKS }, (_, height) => (height + 1) * PER_BLOCK),
    };
    await expect(wallet.pay(node, 'later')).rejects.toMatchObject({
      code: 'output_not_spendable',
      data: { reason: 'ring' },
    });
    expect(node.asked).toHaveLength(1);
    await wallet.pay(node, 'another', 1);
  });

  // threat: decoy-rounds
  test("stays the same after a reorg, except for the real output's own new index", async () => {
    const mine = ownedOutputs(1);
    const wallet = await payingWallet(mine);
    const node = createPayingNode(mine);
    await wallet.pay(node, 'before');
    const moved = { ...mine[0]!, globalIndex: mine[0]!.globalIndex + 1 };
    await wallet.ledger.commit({ puts: [{ table: 'outputs', key: '0', value: moved }], deletes: [] });
    const after = createPayingNode([moved]);
    await wallet.pay(after, 'after');
    const others = (asked: readonly number[], real: number) => asked.filter((index) => index !== real);
    expect(after.asked[0]).toHaveLength(75);
    expect(others(after.asked[0]!, moved.globalIndex)).toEqual(
      others(node.asked[0]!, mine[0]!.globalIndex).filter((index) => index !== moved.globalIndex),
    );
  });

  test('contains the ring when the wallet has stored only that', async () => {
    const mine = ownedOutputs(1);
    const wallet = await payingWallet(mine);
    const node = createPayingNode(mine);
    await wallet.pay(node, 'before');
    const [[key, { indices }]] = [...wallet.ledger.state.tables.rings] as [[string, { indices: number[] }]];
    await wallet.ledger.commit({ puts: [], deletes: [{ table: 'draws', key }] });
    await wallet.pay(node, 'after');
    expect(node.asked[1]).toHaveLength(75);
    expect(node.asked[1]).toEqual(expect.arrayContaining(indices));
    expect(wallet.ledger.state.tables.rings.get(key)).toEqual({ indices });
    await wallet.pay(node, 'again');
    expect(node.asked[2]).toEqual(node.asked[1]);
  });
});

// threat: decoy-rounds
test('in many payments with failing first answers, the common indices of all requests hide the real output as well as one request', async () => {
  const PAYMENTS = inTier({ short: 60, long: 500 });
  const owned = ownedOutputs(PAYMENTS);
  const wallet = await payingWallet(owned);
  const node = createPayingNode(owned);
  /** The person chooses the node again before each payment; else the wallet would not ask it any more. */
  const chosenFor = (choice: number) => ({ node: 'https://node.example', choice });
  /** Chances to guess the real output: from all requests together, and from the first alone. */
  let [intersected, alone] = [0, 0];
  for (const [i, { globalIndex }] of owned.entries()) {
    const from = node.asked.length;
    const kinds = Object.values(failures(() => globalIndex));
    // The node fails one to three times, each time in another way; then it answers.
    for (let round = 0; round <= i % 3; round++) {
      node.answer = kinds[(i + round) % kinds.length]!;
      await wallet.pay(node, `${i} ${round}`, i, chosenFor(i)).catch(() => undefined);
    }
    // Sometimes another node answers, with a narrower distribution of the last day.
    node.distribution = i % 5 === 0 ? narrowed() : TRUE_DISTRIBUTION;
    node.answer = honest;
    await wallet.pay(node, `${i} last`, i, chosenFor(i)).catch(() => undefined);
    node.distribution = TRUE_DISTRIBUTION;
    const questions = node.asked.slice(from);
    const common = questions.reduce((left, question) => left.filter((index) => question.includes(index)));
    expect(common).toContain(globalIndex);
    intersected += 1 / common.length;
    alone += 1 / questions[0]!.length;
  }
  expect(alone).toBeCloseTo(PAYMENTS / 75, 5);
  expect(intersected).toBeLessThanOrEqual(alone);
});

/** The same total, with nearly all outputs of the newest 700 blocks in the one block that is old enough to pick from. */
const narrowed = (): typeof TRUE_DISTRIBUTION => {
  const { startHeight, cumulative } = TRUE_DISTRIBUTION;
  const total = cumulative.at(-1)!;
  const from = cumulative.length - 700;
  return {
    startHeight,
    cumulative: cumulative.map((count, height) =>
      height < from ? count : height < cumulative.length - 12 ? total - 100 : total,
    ),
  };
};
