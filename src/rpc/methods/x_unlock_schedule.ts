/**
 * x_unlock_schedule: unspent money of an account that cannot be spent yet, by the number of blocks it waits for, soonest first; and
 * what payments bind that wait for signatures.
 */
import { boundMoney, lockedByBlocks } from '../../wallet/ledger/balance.ts';
import { defineMethod } from '../method.ts';
import { count, def, listOf, obj, u32, u64 } from '../schema.ts';

export default defineMethod({
  name: 'x_unlock_schedule',
  params: { account_index: u32 },
  result: { locked: listOf(obj({ blocks: count, amount: u64 })), bound: def(u64, 0n) },
  handle: ({ account_index }, { wallet }) => ({
    locked: [...lockedByBlocks(wallet.state, account_index, wallet.now())]
      .map(([blocks, amount]) => ({ blocks, amount }))
      .sort((a, b) => a.blocks - b.blocks),
    bound: boundMoney(wallet.state, account_index, wallet.now()),
  }),
});
