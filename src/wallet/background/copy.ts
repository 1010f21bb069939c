/**
 * Makes the records of NAME.background: what was found on the chain, without the spend key, the user's texts and
 * secrets of sent transactions; also the tree of outputs, which the copy grows. merge-copy.ts merges what such a copy
 * has scanned into the wallet.
 * Upstream: `wallet2::store_background_cache`, `clear_user_data`.
 */
import { returnedBy } from '../state/returned.ts';
import { DEFAULT_SETTINGS, put, type WalletState } from '../state/state.ts';
import type { Change } from '../state/tables.ts';

export function copyOf({ account, outputs, tables, chain, height, lastReward }: WalletState): Change {
  const { spendSecret: _spendSecret, polyseed: _polyseed, ...watching } = account;
  const gap = tables.gaps.size > 0;
  return {
    puts: [
      put('account', '', watching),
      put('settings', '', {
        ...DEFAULT_SETTINGS,
        background: { type: 'custom', away: true, copy: true, madeAt: height, ...(gap && { gap }) },
      }),
      ...outputs.map((output, outputIndex) =>
        put('outputs', String(outputIndex), { ...output, frozen: false }),
      ),
      ...[...tables.payments].map(([key, payment]) => put('payments', key, payment)),
      ...[...tables.outgoing].map(([key, record]) =>
        put('outgoing', key, { ...record, returned: returnedBy(record), destinations: [] }),
      ),
      ...[...tables.treeState].map(([key, tree]) => put('treeState', key, tree)),
      ...[...tables.tree].map(([key, row]) => put('tree', key, row)),
      // The look-ahead depends on the number of labels, so the copy gets empty ones.
      ...[...tables.labels].map(([major, labels]) =>
        put(
          'labels',
          major,
          labels.map(() => ''),
        ),
      ),
    ],
    deletes: [],
    chain: { base: chain.base, append: chain.hashes, reward: lastReward },
  };
}
