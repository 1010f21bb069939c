/** Which of the network's four fee levels is used, and when the lowest is enough. */
import { describe, expect, test } from 'vitest';
import type { BlockHeaderInfo } from '../../../../src/ports/block-source.ts';
import type { PoolBacklogEntry } from '../../../../src/ports/fee-source.ts';
import { createNodeCache } from '../../../../src/wallet/spend/node-cache.ts';
import { feeRate, type Priority } from '../../../../src/wallet/spend/fees.ts';
import { createTestChain } from '../test-chain.ts';
import { createTestNode } from '../test-node.ts';

const FEES = [20n, 80n, 320n, 4000n] as const;
/** The block weight limit is 600,000; a block up to half of that has no penalty. */
const ZONE = 300_000;

const rateWith = (
  priority: Priority,
  { backlog = [] as readonly PoolBacklogEntry[], weights = [] as readonly number[] } = {},
) => {
  const node = createTestNode(createTestChain(50));
  const headers = (first: number, last: number): Promise<BlockHeaderInfo[]> =>
    Promise.resolve(
      Array.from({ length: last - first + 1 }, (_, i) => ({
        height: first + i,
        hash: new Uint8Array(32),
        prevHash: new Uint8Array(32),
        timestamp: 0,
        reward: 0n,
        majorVersion: 16,
        weight: weights[i] ?? 1000,
      })),
    );
  const fees = {
    feeEstimate: () => Promise.resolve({ fees: FEES, quantizationMask: 10n }),
    backlog: () => Promise.resolve(backlog),
    distribution: () => Promise.reject(new Error('not asked here')),
  };
  const chain = { ...node, ...fees, headers };
  const clock = { now: () => 0, sleep: () => Promise.resolve() };
  return feeRate(createNodeCache({ chain, clock, lastTip: () => undefined }), priority);
};

describe('the fee level', () => {
  test.each([1, 2, 3, 4] as const)("of priority %i is the node's level of that number", async (priority) => {
    expect(await rateWith(priority)).toEqual({ priority, perByte: FEES[priority - 1], mask: 10n });
  });

  test('by default is the lowest while blocks have room', async () => {
    expect((await rateWith(0)).priority).toBe(1);
  });

  test('by default is the normal one when more waits than a block takes', async () => {
    const waiting = (weight: number, fee: bigint) => rateWith(0, { backlog: [{ weight, fee }] });
    expect((await waiting(ZONE, BigInt(ZONE) * 20n)).priority).toBe(2);
    expect((await waiting(ZONE - 1, BigInt(ZONE) * 20n)).priority).toBe(1);
    // Transactions below the lowest level are mined later than ours.
    expect((await waiting(ZONE, BigInt(ZONE) * 20n - 1n)).priority).toBe(1);
  });

  test('by default is the normal one when the last ten blocks were full', async () => {
    expect((await rateWith(0, { weights: new Array<number>(10).fill(ZONE) })).priority).toBe(2);
    expect((await rateWith(0, { weights: new Array<number>(10).fill(ZONE * 0.8) })).priority).toBe(1);
    // As in the reference, a part of a percent does not count.
    const weights = (last: number) => [...new Array<number>(9).fill(ZONE * 0.81), last];
    expect((await rateWith(0, { weights: weights(ZONE * 0.81 - 1) })).priority).toBe(1);
    expect((await rateWith(0, { weights: weights(ZONE * 0.81) })).priority).toBe(2);
  });
});
