/** Accounts, their addresses and balances. */
import type { Result } from '../../../../src/rpc/contract.ts';
import known from '../../../vectors/known-wallet.json' with { type: 'json' };
import { HISTORY } from './history.ts';
import type { Answers } from '../answer.ts';
import { Refused } from '../refused.ts';
import { ADDRESSES } from '../values.ts';
import type { FakeAccount, FakeWallet } from '../wallet.ts';

export const ACCOUNTS = {
  x_overview: ({ account_index = 0, above, addresses_since }, fake) => ({
    accounts: fake.accounts.map((account, index) => ({
      label: account.label,
      balance: totalOf(account),
      unlocked_balance: account.unlocked,
      frozen: index === 0 ? frozenOf(fake) : 0n,
    })),
    locked: lockedOf(fake, account_index),
    later: account_index === 0 ? fake.later : 0n,
    ...(above !== undefined && { history: HISTORY.x_history({ above }, fake) }),
    ...(addresses_since !== undefined && { addresses: addressesOf(fake) }),
  }),
  x_addresses: (_params, fake) => addressesOf(fake),
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
  make_integrated_address: ({ standard_address = '', payment_id = '' }) => {
    if (payment_id !== '' && !/^[0-9a-f]{16}$/.test(payment_id)) throw new Refused(-5, 'bad_payment_id');
    // Another text for each address and payment ID.
    if (standard_address !== '')
      return { integrated_address: `${standard_address.slice(0, 90)}${payment_id}`, payment_id };
    return { integrated_address: known.integrated, payment_id: known.paymentId };
  },
  split_integrated_address: ({ integrated_address = '' }) => {
    if (integrated_address !== known.integrated) throw new Refused(-2, 'not_integrated');
    const standard_address = known.addresses[0]!.address;
    return { standard_address, payment_id: known.paymentId, is_subaddress: false };
  },
  get_account_tags: (_params, { tags }) => ({ account_tags: tags }),
  tag_accounts: ({ tag = '', accounts = [] }, fake) => {
    setTag(fake, tag, accounts.map(Number));
    return {};
  },
  untag_accounts: ({ accounts = [] }, fake) => {
    setTag(fake, '', accounts.map(Number));
    return {};
  },
  set_account_tag_description: ({ tag = '', description = '' }, { tags }) => {
    const known = tags.find((each) => each.tag === tag);
    if (!known) throw new Refused(-1, 'unknown_tag');
    known.label = description;
    return {};
  },
} satisfies Partial<Answers>;

/** All addresses, whichever changed. */
const addressesOf = ({ accounts }: FakeWallet): Result<'x_addresses'> => ({
  revision: 1,
  addresses: accounts.flatMap(({ addresses }, account) =>
    addresses.map((own, index) => ({ ...own, account, index, label: index === 0 ? '' : own.label })),
  ),
});

/** A tag without accounts is gone. */
const setTag = (fake: FakeWallet, tag: string, changed: readonly number[]): void => {
  const left = fake.tags.map(({ accounts = [], ...each }) => ({
    ...each,
    accounts: accounts.filter((index) => !changed.includes(index)),
  }));
  const known = left.find((each) => each.tag === tag);
  if (known) known.accounts = [...known.accounts, ...changed];
  else if (tag !== '') left.push({ tag, label: '', accounts: [...changed] });
  fake.tags = left.filter(({ accounts }) => accounts.length > 0);
};

const totalOf = ({ addresses }: FakeAccount): bigint =>
  addresses.reduce((sum, { balance }) => sum + balance, 0n);

const frozenOf = ({ coins }: FakeWallet): bigint =>
  coins.reduce((sum, { amount, frozen }) => (frozen ? sum + amount : sum), 0n);

const lockedOf = ({ entries, status }: FakeWallet, major: number): { blocks: number; amount: bigint }[] =>
  entries
    .filter(({ type, subaddr_index }) => ['in', 'block'].includes(type) && subaddr_index.major === major)
    .map(({ type, height, amount }) => ({
      blocks: height + (type === 'block' ? 60 : 10) - status.height,
      amount,
    }))
    .filter(({ blocks }) => blocks > 0)
    .sort((a, b) => a.blocks - b.blocks);
