/** Birthdays and heights of dates, from honest nodes and from nodes that would make a wallet skip its own blocks. */
import { describe, expect, test } from 'vitest';
import type { BlockHeaderInfo, ChainTip } from '../../../../src/ports/block-source.ts';
import {
  birthHeight,
  dateForWords,
  heightAt,
  offlineHeightAt,
} from '../../../../src/wallet/account/birth.ts';
import { createTestChain } from '../test-chain.ts';
import { createTestNode } from '../test-node.ts';

/** Mainnet on 18 October 2023. */
const KNOWN = { height: 3_000_000, time: 1_697_600_000 };
const tipAt = (height: number, more: Partial<ChainTip> = {}): ChainTip => ({
  height,
  targetHeight: 0,
  topHash: new Uint8Array(32),
  synchronized: true,
  network: 'mainnet',
  devnet: false,
  version: '',
  blockWeightMedian: 300_000,
  blockWeightLimit: 600_000,
  adjustedTime: 0,
  ...more,
});
const nodeWith = (timeOf: (height: number) => number) =>
  Object.assign(createTestNode(createTestChain(2)), {
    headers: (first: number): Promise<readonly BlockHeaderInfo[]> => {
      const none = new Uint8Array(32);
      const header = { hash: none, prevHash: none, reward: 0n, majorVersion: 16, weight: 0 };
      return Promise.resolve([{ ...header, height: first, timestamp: timeOf(first) }]);
    },
  });
const honestTime = (height: number): number => KNOWN.time - (KNOWN.height - height) * 120;

describe('a birthday', () => {
  test('is the tip of an honest node, or up to a week below it', () => {
    const birthday = birthHeight(tipAt(KNOWN.height), 'mainnet', KNOWN.time);
    expect(birthday).toBeLessThanOrEqual(KNOWN.height);
    expect(birthday).toBeGreaterThan(KNOWN.height - 7 * 720);
  });

  // threat: stale-chain
  test.each([500, 3_000, 24_000, 10_000_000])(
    'is not above the chain when the reported tip is %i too high',
    (lie) => {
      expect(birthHeight(tipAt(KNOWN.height + lie), 'mainnet', KNOWN.time)).toBeLessThanOrEqual(KNOWN.height);
    },
  );

  test('is more than a month below the tip without a node', () => {
    expect(birthHeight(undefined, 'mainnet', KNOWN.time)).toBe(offlineHeightAt('mainnet', KNOWN.time));
    expect(offlineHeightAt('mainnet', KNOWN.time)).toBeLessThan(KNOWN.height - 20_000);
  });
});

describe('the date in new words', () => {
  const YEAR = 365 * 86_400;
  const dateWith = (now: number, more: Partial<ChainTip> = {}, height = KNOWN.height) =>
    dateForWords(tipAt(height, more), 'mainnet', now);
  test('is that of the clock when the chain can be as young, or its age is not known', () => {
    expect(dateWith(KNOWN.time)).toBe(KNOWN.time);
    expect(dateWith(KNOWN.time, {}, KNOWN.height + 500_000)).toBe(KNOWN.time);
    expect(dateForWords(undefined, 'mainnet', KNOWN.time)).toBe(KNOWN.time);
    expect(dateWith(KNOWN.time, { devnet: true }, 100)).toBe(KNOWN.time);
  });
  test('is that of the chain when the clock is a year ahead', () => {
    const date = dateWith(KNOWN.time + YEAR);
    expect(date).toBeGreaterThanOrEqual(KNOWN.time);
    expect(date).toBeLessThan(KNOWN.time + 7 * 86_400);
    expect(offlineHeightAt('mainnet', date)).toBeLessThan(KNOWN.height);
  });
  test('is not that of a node that is behind and knows it', () => {
    expect(dateWith(KNOWN.time, { targetHeight: KNOWN.height }, 2_000_000)).toBe(KNOWN.time);
  });
});

describe('the height of a date', () => {
  const date = KNOWN.time - 1000 * 120;

  test('is a day or a few below it by honest headers', async () => {
    const height = await heightAt(nodeWith(honestTime), tipAt(KNOWN.height), date);
    expect(height).toBeLessThan(KNOWN.height - 1000);
    expect(height).toBeGreaterThan(KNOWN.height - 1000 - 7 * 720);
  });

  // threat: request-times
  test('is asked for by the same headers on every day of blocks', async () => {
    const asked = async (time: number): Promise<readonly number[]> => {
      const heights: number[] = [];
      const node = nodeWith((height) => {
        heights.push(height);
        return honestTime(height);
      });
      await heightAt(node, tipAt(KNOWN.height), time);
      return heights;
    };
    // Both are between the same two multiples of 720 blocks.
    const late = KNOWN.time - (KNOWN.height - 2_999_510) * 120 + 26 * 3600;
    expect(await asked(late - 700 * 120)).toEqual(await asked(late));
    for (const height of await asked(late)) expect(height % 720).toBe(0);
  });

  test.each([
    ['all too old', () => 0],
    ['falling', (height: number) => 2 * KNOWN.time - honestTime(height)],
    ['in no order', (height: number) => (height * 7919) % (2 * KNOWN.time)],
  ])('is not above the date by headers with times that are %s', async (_name, timeOf) => {
    for (const tip of [KNOWN.height, KNOWN.height + 24_000]) {
      const height = await heightAt(nodeWith(timeOf), tipAt(tip), date);
      expect(height).toBeLessThanOrEqual(KNOWN.height - 1000);
    }
  });
});
