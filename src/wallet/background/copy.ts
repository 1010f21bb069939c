/**
 * The wallet as it goes into NAME.background: what the chain told, without the spend key, without what its owner wrote
 * and without what only the sender knows. And back: what such a copy has read becomes the wallet's.
 * Upstream: `wallet2::store_background_cache`, `clear_user_data`, `process_background_cache_on_open`.
 */
import { equalBytes } from '../../base/bytes.ts';
import { toHex } from '../../base/hex.ts';
import { DEFAULT_SETTINGS, put, remove, type WalletState } from '../state/state.ts';
import type { Change, Outgoing, OwnedOutput, Put } from '../state/types.ts';

/** All records of the copy. */
export function copyOf({ account, outputs, tables, chain, lastReward }: WalletState): Change {
  const { spendSecret: _spendSecret, ...watching } = account;
  return {
    puts: [
      put('account', '', watching),
      put('settings', '', { ...DEFAULT_SETTINGS, background: { type: 'custom', away: true, copy: true } }),
      ...outputs.map((output, outputIndex) =>
        put('outputs', String(outputIndex), { ...output, frozen: false }),
      ),
      ...[...tables.payments].map(([key, payment]) => put('payments', key, payment)),
      ...[...tables.outgoing].map(([key, record]) => put('outgoing', key, { ...record, destinations: [] })),
      // How far the look-ahead reaches follows from how many addresses have labels.
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

/**
 * What the wallet takes over from its copy; undefined when it has read as far itself. What it sent since the copy was made
 * stays sent. Spends that the copy could not tell are settled after this (recover.ts).
 */
export function takeOver(wallet: WalletState, copy: WalletState): Change | undefined {
  if (copy.height < wallet.height || equalBytes(topOf(copy), topOf(wallet))) return undefined;
  const gone = [...wallet.outputs.keys()].slice(copy.outputs.length).reverse();
  return {
    puts: [
      ...copy.outputs.map((output, outputIndex) => {
        const mine = wallet.outputs[wallet.byKey.get(toHex(output.key)) ?? -1];
        return put('outputs', String(outputIndex), withMine(output, mine));
      }),
      ...[...copy.tables.payments].map(([key, payment]) => put('payments', key, payment)),
      ...[...copy.tables.outgoing].map(([key, record]) =>
        put('outgoing', key, sentBy(record, wallet.tables.outgoing.get(key))),
      ),
      ...labelsGrown(wallet, copy),
      ...[...copy.tables.maybeSpending].map(([key, tx]) => put('maybeSpending', key, tx)),
    ],
    deletes: [
      ...gone.map((outputIndex) => remove('outputs', String(outputIndex))),
      ...[...wallet.tables.payments.keys()]
        .filter((key) => !copy.tables.payments.has(key))
        .map((key) => remove('payments', key)),
    ],
    chain: { base: copy.chain.base, append: copy.chain.hashes, reward: copy.lastReward },
  };
}

const topOf = ({ chain }: WalletState): Uint8Array => chain.hashes.subarray(-32);

/** What the owner wished, and what waits for a block, the copy need not know. */
const withMine = (seen: OwnedOutput, mine: OwnedOutput | undefined): OwnedOutput => ({
  ...seen,
  frozen: mine?.frozen ?? false,
  ...(!seen.spent && mine?.spent?.height === 0 && { spent: mine.spent }),
});

/** What the sender knew, with what the copy saw become of it. */
const sentBy = (seen: Outgoing, mine: Outgoing | undefined): Outgoing =>
  mine && mine.destinations.length > 0
    ? { ...mine, state: seen.state, height: seen.height, timestamp: seen.timestamp }
    : seen;

const labelsGrown = (wallet: WalletState, copy: WalletState): Put[] =>
  [...copy.tables.labels].flatMap(([major, labels]) => {
    const mine = wallet.tables.labels.get(major) ?? [];
    return labels.length > mine.length ? [put('labels', major, [...mine, ...labels.slice(mine.length)])] : [];
  });
