/** get_transfers: the history, by kind. Oldest first. */
import { MAX_HEIGHT } from '../../base/chain.ts';
import { defineMethod } from '../method.ts';
import { bool, count, def, listOf, u32 } from '../schema.ts';
import { listTransfers, transferLists, wantedKinds } from '../wire/transfers.ts';
import { anyValue, atMost } from '../site-rules.ts';

export default defineMethod({
  name: 'get_transfers',
  // No screen: the page uses x_history, which comes in pages.
  access: 'read',
  site: {
    tier: 'read',
    params: {
      in: anyValue,
      out: anyValue,
      pending: anyValue,
      failed: anyValue,
      pool: anyValue,
      filter_by_height: anyValue,
      min_height: anyValue,
      max_height: anyValue,
      account_index: anyValue,
      subaddr_indices: atMost(100, anyValue),
      all_accounts: anyValue,
    },
  },
  compat: { release: { without: 'change_amount' }, master: { restricted: true } },
  console: { example: { in: true, out: true, pending: true, pool: true } },
  params: {
    ...wantedKinds,
    filter_by_height: bool,
    min_height: count,
    max_height: def(count, MAX_HEIGHT),
    account_index: u32,
    subaddr_indices: listOf(u32),
    all_accounts: def(bool, false),
  },
  result: transferLists,
  handle: async (params, { wallet, session, restricted }) => {
    // Automatic refreshing also reads the pool; if it is off, read the pool now.
    if (params.pool && !session.refreshing && !restricted) await wallet.sync.readPool();
    const filter = {
      ...(!params.all_accounts && { account: params.account_index, minors: params.subaddr_indices }),
      ...(params.filter_by_height && {
        min: params.min_height,
        max: Math.min(params.max_height, MAX_HEIGHT),
      }),
    };
    return listTransfers(wallet, params, filter);
  },
});
