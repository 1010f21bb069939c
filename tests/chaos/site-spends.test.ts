/** The check at the end of sites.test.ts finds payments that the person did not allow. */
import { describe, expect, it } from 'vitest';
import { judge, type Spend } from './site-spends.ts';

const SHOP = 'http://shop.localhost';
const siteOf = (address: string): string | undefined => (address === 'stranger' ? undefined : SHOP);
const spend = (txid: string, payee: string, total: bigint): Spend => ({ txid, total, payees: [payee] });

describe('the judgement of spends', () => {
  it('uses each confirmation for one spend', () => {
    const spends = [spend('1', 'a', 5n), spend('2', 'a', 5n)];
    const { confirmed, unmatched } = judge(spends, [{ payees: ['a'], total: 5n }], [], siteOf);
    expect({ confirmed, unmatched }).toEqual({ confirmed: 1, unmatched: [spends[1]] });
  });
  it('does not take a confirmation of another amount or another payee', () => {
    const confirmations = [{ payees: ['a'], total: 5n }];
    for (const each of [spend('1', 'a', 6n), spend('2', 'b', 5n)])
      expect(judge([each], confirmations, [], siteOf).unmatched).toEqual([each]);
  });
  it('adds what was not confirmed to the budget of the site that named the payee', () => {
    const grants = [
      { origin: SHOP, amount: 4n },
      { origin: SHOP, amount: 9n },
    ];
    const spends = [spend('1', 'a', 5n), spend('2', 'b', 6n), spend('3', 'stranger', 1n)];
    const { budgets, unmatched } = judge(spends, [], grants, siteOf);
    expect(budgets.get(SHOP)).toEqual({ count: 2, sum: 11n, most: 9n });
    expect(unmatched).toEqual([spends[2]]);
  });
});
