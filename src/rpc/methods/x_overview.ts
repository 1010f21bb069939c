/**
 * x_overview: all accounts with their addresses and balances; `frozen` money is in no balance. Of one account also the locked money by the number of
 * blocks until it is unlocked, soonest first, the money that payments bind which wait for signatures, and the `old` money
 * from before RingCT, which this wallet shows and cannot spend; `later` is money of Carrot, which a coming version can spend.
 * With `above` also the newest page of the history, as x_history answers it: the page of this app asks once for each change.
 * `requested`: the address belongs to a payment request.
 */
import type { Balance } from '../../wallet/types.ts';
import { defineMethod } from '../method.ts';
import { bool, count, def, listOf, obj, opt, str, u32, u64 } from '../schema.ts';
import { ANY_HEIGHT, historyPage, PAGE_LENGTH, toHistoryPage } from '../wire/history-page.ts';

export default defineMethod({
  name: 'x_overview',
  access: 'read',
  params: { account_index: u32, above: opt(count) },
  result: {
    accounts: listOf(
      obj({
        label: str,
        balance: u64,
        unlocked_balance: u64,
        frozen: def(u64, 0n),
        addresses: listOf(
          obj({
            address: str,
            label: def(str, ''),
            used: def(bool, false),
            requested: def(bool, false),
            balance: def(u64, 0n),
          }),
        ),
      }),
    ),
    locked: listOf(obj({ blocks: count, amount: u64 })),
    bound: def(u64, 0n),
    old: def(u64, 0n),
    later: def(u64, 0n),
    history: opt(obj(historyPage)),
  },
  handle: ({ account_index, above }, { wallet }) => {
    const { accounts } = wallet;
    const shown = accounts.labels().map((labels, major) => {
      const rows = accounts.balanceByMinor(major);
      const texts = wallet.addressTexts([...labels.keys()].map((minor) => ({ major, minor })));
      return {
        label: labels[0] ?? '',
        balance: sum(rows, 'balance'),
        unlocked_balance: sum(rows, 'unlocked'),
        frozen: accounts.frozenMoney(major),
        addresses: labels.map((label, minor) => ({
          address: texts[minor]!,
          label: minor === 0 ? '' : label,
          used: accounts.isUsed({ major, minor }),
          requested: wallet.requests.of({ major, minor }) !== undefined,
          balance: rows.get(minor)?.balance ?? 0n,
        })),
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
    };
  },
});

const sum = (rows: ReadonlyMap<number, Balance>, field: 'balance' | 'unlocked'): bigint =>
  [...rows.values()].reduce((total, row) => total + row[field], 0n);
