/**
 * x_transfers: get_transfers in parts of whole blocks, oldest first. `next` is the `since` of the next call, also of one that is
 * made much later; `more`: it would return something now. What is in no block is in the last part. `replaces_above`: blocks were
 * reorganised since the last call; the transfers above this height are no longer valid and are returned again. `limit`: transfers
 * of a part, more if a block has more. While blocks are left out (x_read_blocks), those above them wait until they are read.
 */
import type { OpenWallet } from '../../wallet/wallet.ts';
import { defineMethod } from '../method.ts';
import { fault } from '../faults.ts';
import { bool, count, def, listOf, opt, str, u32 } from '../schema.ts';
import { listTransfers, transferLists, wantedKinds } from '../wire/transfers.ts';

const MAX_LIMIT = 10_000;

/** The number of blocks below the first one that is left out: its payments come later, and below those of newer blocks. */
const endOf = ({ history, state: { tables } }: Pick<OpenWallet, 'history' | 'state'>): number => {
  const { inUse = false, open = false } = tables.lightServer.get('') ?? {};
  // A light-wallet server leaves out no blocks.
  const gaps = inUse && open ? [] : [...tables.gaps.values()];
  return Math.min(history.height, ...gaps.map(({ from }) => from));
};

export default defineMethod({
  name: 'x_transfers',
  // No screen: the page uses x_history, which begins with the newest.
  access: 'read',
  console: { needs: ['since'] },
  params: {
    ...wantedKinds,
    account_index: u32,
    subaddr_indices: listOf(u32),
    all_accounts: def(bool, false),
    since: str,
    limit: def(count, 1000),
  },
  result: {
    ...transferLists,
    next: str,
    more: def(bool, false),
    replaces_above: opt(count),
  },
  handle: async (params, { wallet, session }) => {
    if (params.pool && !session.refreshing) await wallet.sync.readPool();
    const { history } = wallet;
    const cursor = history.heightOfCursor(params.since);
    if (!cursor) throw fault('invalid_params', { path: 'since', wanted: 'next of an earlier answer' });
    const accounts = !params.all_accounts && {
      account: params.account_index,
      minors: params.subaddr_indices,
    };
    const limit = Math.min(Math.max(1, params.limit), MAX_LIMIT);
    const max = Math.max(0, endOf(wallet) - 1);
    const upto = history.oldestUpTo({ ...accounts, min: cursor.height, max }, limit);
    const last = upto === undefined;
    const top = upto ?? max;
    const { pending, failed, pool } = params;
    // Before the lists are ready, other blocks may come.
    const next = history.cursorAt(top);
    const lists = await listTransfers(
      wallet,
      { ...params, pending: last && pending, failed: last && failed, pool: last && pool },
      { ...accounts, min: cursor.height, max: top },
    );
    return {
      ...lists,
      next,
      more: !last,
      ...(cursor.replaces && { replaces_above: cursor.height }),
    };
  },
});
