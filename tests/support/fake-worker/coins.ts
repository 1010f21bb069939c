/** Made-up coins of FakePort: those of the first account, whose sums are its balances. */
import type { Result } from '../../../src/rpc/contract.ts';
import type { Item } from './shapes.ts';
import { xmr } from './values.ts';

export type FakeCoin = Item<Result<'x_coins'>['coins']>;
const DAY = 86_400;

/** Locked for some time yet: one received and one mined coin. */
export function lockedCoins(now: number, height: number): FakeCoin[] {
  const [coin] = fakeCoins(now, height).slice(-1);
  if (coin === undefined) return [];
  return [
    { ...coin, id: 7, amount: xmr('1.2'), blocks: 3 },
    { ...coin, id: 8, amount: xmr('0.6'), blocks: 41, coinbase: true },
  ];
}
/** `now` in milliseconds; `height`: number of blocks of the chain. */
export function fakeCoins(now: number, height: number): FakeCoin[] {
  const seconds = Math.floor(now / 1000);
  const coin = (
    n: number,
    amount: string,
    address_index: number,
    age: number,
    more: Partial<FakeCoin> = {},
  ): FakeCoin => ({
    id: n,
    key_image: `${n}d`.padStart(4, '0').repeat(16),
    amount: xmr(amount),
    address_index,
    height: height - age,
    timestamp: seconds - age * 120,
    state: 'spendable',
    ...more,
  });
  return [
    coin(1, '7.0085', 0, (90 * DAY) / 120),
    coin(2, '3', 0, 14_000, { coinbase: true }),
    coin(3, '2.40001327', 1, 900),
    coin(4, '0.31', 1, 700, { state: 'frozen', frozen: true }),
    coin(5, '1.1', 0, 400, { state: 'spent' }),
    coin(6, '0.85', 2, 1, { state: 'locked', blocks: 9 }),
  ];
}
