/** The stored block hashes, and the short history from which a node finds the last common block. */
import { describe, expect, test } from 'vitest';
import { concat } from '../../../../src/base/bytes.ts';
import { toHex } from '../../../../src/base/hex.ts';
import {
  chainHeight,
  cutChain,
  emptyChain,
  growChain,
  hashAt,
  KEPT_HASHES,
  shortHistory,
  type Chain,
} from '../../../../src/wallet/state/chain.ts';
import { bytesOf } from '../test-chain.ts';

const GENESIS = bytesOf('genesis');
const hashes = new Map([[0, GENESIS]]);
const hash = (height: number): Uint8Array => {
  const known = hashes.get(height) ?? bytesOf(`block ${height}`);
  hashes.set(height, known);
  return known;
};
const chainOf = (base: number, length: number): Chain => ({
  base,
  hashes: concat(...Array.from({ length }, (_, i) => hash(base + i))),
});
const heightsOf = (chain: Chain): number[] => {
  const places = new Map([[toHex(GENESIS), 0]]);
  for (let height = chain.base; height < chainHeight(chain); height++)
    places.set(toHex(hash(height)), height);
  return shortHistory(chain, GENESIS).map((each) => places.get(toHex(each))!);
};

describe('the short history', () => {
  test('of an empty chain is the genesis block', () => {
    expect(heightsOf(emptyChain)).toEqual([0]);
  });

  test('of one block is that block and the genesis block', () => {
    expect(heightsOf(chainOf(0, 1))).toEqual([0]);
    expect(heightsOf(chainOf(500, 1))).toEqual([500, 0]);
  });

  test('goes back by one ten times, then by growing steps, and ends with the base and the genesis block', () => {
    expect(heightsOf(chainOf(0, 100))).toEqual([
      99, 98, 97, 96, 95, 94, 93, 92, 91, 90, 88, 84, 76, 60, 28, 0,
    ]);
    expect(heightsOf(chainOf(1000, 30)).slice(9)).toEqual([1020, 1018, 1014, 1006, 1000, 0]);
  });

  test('never contains a block twice, whatever the length', () => {
    for (let length = 1; length < 400; length++) {
      const heights = heightsOf(chainOf(7, length));
      expect(new Set(heights).size).toBe(heights.length);
      expect(heights).toEqual([...heights].sort((a, b) => b - a));
      expect(heights[0]).toBe(6 + length);
      expect(heights.slice(-2)).toEqual([7, 0]);
    }
  });

  test('stays short', () => {
    expect(heightsOf(chainOf(3_000_000, 6000)).length).toBeLessThan(30);
  });
});

describe('the chain', () => {
  test('has the hashes between base and top, and no others', () => {
    const chain = chainOf(100, 5);
    expect(chainHeight(chain)).toBe(105);
    expect(hashAt(chain, 100)).toEqual(hash(100));
    expect(hashAt(chain, 104)).toEqual(hash(104));
    expect([hashAt(chain, 99), hashAt(chain, 105)]).toEqual([undefined, undefined]);
  });

  test('is cut to a height and extended again', () => {
    const chain = growChain(cutChain(chainOf(100, 5), 103), concat(bytesOf('x'), bytesOf('y')));
    expect(chainHeight(chain)).toBe(105);
    expect(hashAt(chain, 102)).toEqual(hash(102));
    expect(hashAt(chain, 103)).toEqual(bytesOf('x'));
    expect(chainHeight(cutChain(chain, 50))).toBe(100);
  });

  test('drops hashes that no reorg reaches, and keeps heights right', () => {
    let chain = chainOf(0, 1);
    for (let height = 1; height < 3 * KEPT_HASHES; height += 100)
      chain = growChain(chain, concat(...Array.from({ length: 100 }, (_, i) => hash(height + i))));
    const height = chainHeight(chain);
    expect(height).toBe(3 * KEPT_HASHES + 1);
    expect(chain.hashes.length / 32).toBeLessThanOrEqual(2 * KEPT_HASHES);
    expect(chain.hashes.length / 32).toBeGreaterThanOrEqual(KEPT_HASHES);
    expect(hashAt(chain, height - 1)).toEqual(hash(height - 1));
    expect(hashAt(chain, chain.base)).toEqual(hash(chain.base));
  });
});
