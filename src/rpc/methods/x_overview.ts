/**
 * x_overview: all accounts with their balances; `frozen` money is in no balance. Of one account also the locked money by the number of
 * blocks until it is unlocked, soonest first, the money that payments bind which wait for signatures, and the `old` money
 * from before RingCT, which this wallet shows and cannot spend; `later` is money of Carrot, which a coming version can spend.
 * With `above` also the newest page of the history, as x_history answers it, and with `addresses_since` the first page of the
 * addresses that changed after this revision, as x_addresses answers it: the page of this app asks once for each change.
 */
import { defineMethod } from '../method.ts';
import { count, def, listOf, obj, opt, str, u32, u64 } from '../schema.ts';
import { addressPage, toAddressPage } from '../wire/address-page.ts';
import { ANY_HEIGHT, historyPage, PAGE_LENGTH, toHistoryPage } from '../wire/history-page.ts';

export default defineMethod({
  name: 'x_overview',
  access: 'read',
  params: { account_index: u32, above: opt(count), addresses_since: opt(count) },
  result: {
    accounts: listOf(
      obj({
        label: str,
        balance: u64,
        unlocked_balance: u64,
        frozen: def(u64, 0n),
      }),
    ),
    locked: listOf(obj({ blocks: count, amount: u64 })),
    bound: def(u64, 0n),
    old: def(u64, 0n),
    later: def(u64, 0n),
    history: opt(obj(historyPage)),
    addresses: opt(obj(addressPage)),
  },
  handle: ({ account_index, above, addresses_since: since }, { wallet }) => {
    const { accounts } = wallet;
    const shown = accounts.labels().map((labels, major) => {
      const { balance, unlocked } = accounts.balanceOf(major);
      return {
        label: labels[0] ?? '',
        balance,
        unlocked_balance: unlocked,
        frozen: accounts.frozenMoney(major),
      };
    });
    return {
      accounts: shown,
      locked: [...accounts.lockedByBlocks(account_index)]
        .map(([blocks, amount]) => ({ blocks, amount }))
        .sort((a, b) => a.blocks - b.blocks),
      bound: accounts.boundMoney(account_index),
      old: accounts.preRingctBalance(account_index),
      later: accounts.carrotBalance(account_index),
      history:
        above === undefined
          ? undefined
          : toHistoryPage(wallet, { above, upto: ANY_HEIGHT, limit: PAGE_LENGTH }),
      addresses: since === undefined ? undefined : toAddressPage(wallet, since),
    };
  },
});
