/** Accounts, their addresses and balances. */
import type { Answers } from '../answer.ts';
import { ADDRESSES } from '../values.ts';
import type { FakeAccount, FakeWallet } from '../wallet.ts';

export const ACCOUNTS = {
  x_overview: ({ account_index = 0 }, fake) => ({
    accounts: fake.accounts.map((account) => ({
      label: account.label,
      balance: totalOf(account),
      unlocked_balance: account.unlocked,
      addresses: account.addresses.map((own, i) => ({ ...own, label: i === 0 ? '' : own.label })),
    })),
    locked: lockedOf(fake, account_index),
  }),
  create_account: ({ label = '' }, { accounts }) => {
    const [, address] = ADDRESSES;
    accounts.push({ label, unlocked: 0n, addresses: [{ label: '', address, used: false, balance: 0n }] });
    return { account_index: accounts.length - 1, address };
  },
  label_account: ({ account_index, label = '' }, fake) => {
    fake.account(account_index).label = label;
    fake.changed();
    return {};
  },
  create_address: ({ account_index, label = '' }, fake) => {
    const { addresses } = fake.account(account_index);
    const address = ADDRESSES[addresses.length % 3]!;
    addresses.push({ label, address, used: false, balance: 0n });
    fake.changed();
    return { address, address_index: addresses.length - 1 };
  },
  label_address: ({ index, label = '' }, fake) => {
    fake.account(index?.major).addresses[index?.minor ?? 0]!.label = label;
    fake.changed();
    return {};
  },
} satisfies Partial<Answers>;

const totalOf = ({ addresses }: FakeAccount): bigint =>
  addresses.reduce((sum, { balance }) => sum + balance, 0n);

const lockedOf = ({ entries, status }: FakeWallet, major: number): { blocks: number; amount: bigint }[] =>
  entries
    .filter(({ type, subaddr_index }) => ['in', 'block'].includes(type) && subaddr_index.major === major)
    .map(({ type, height, amount }) => ({
      blocks: height + (type === 'block' ? 60 : 10) - status.height,
      amount,
    }))
    .filter(({ blocks }) => blocks > 0)
    .sort((a, b) => a.blocks - b.blocks);
