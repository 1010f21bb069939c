/** The coins of the first account: listed, frozen and thawed. */
import type { Answers } from '../answer.ts';
import { Refused } from '../refused.ts';
import type { FakeWallet } from '../wallet.ts';

export const COINS = {
  x_coins: ({ account_index = 0, from = 0, limit = 500 }, { coins, status }) => {
    const all = account_index === 0 ? coins : [];
    const end = from + limit;
    return {
      height: status.height,
      coins: all.slice(from, end).map((coin) => ({ ...coin })),
      ...(end < all.length && { next: end }),
    };
  },
  freeze: ({ key_image = '' }, fake) => setFrozen(fake, key_image, true),
  thaw: ({ key_image = '' }, fake) => setFrozen(fake, key_image, false),
} satisfies Partial<Answers>;

const setFrozen = (fake: FakeWallet, keyImage: string, frozen: boolean): object => {
  const coin = fake.coins.find(({ key_image }) => key_image === keyImage);
  if (coin === undefined) throw new Refused(-1, 'unknown_key_image');
  const account = fake.account(0);
  const sign = frozen ? -1n : 1n;
  if (coin.frozen !== frozen) {
    account.unlocked += sign * coin.amount;
    account.addresses[coin.address_index]!.balance += sign * coin.amount;
  }
  Object.assign(coin, { frozen, state: frozen ? 'frozen' : (coin.blocks ?? 0) > 0 ? 'locked' : 'spendable' });
  fake.changed();
  return {};
};
