/**
 * Makes the records of NAME.background: what was found on the chain, without the spend key, the user's texts and
 * secrets of sent transactions. Also merges what such a copy has scanned into the wallet.
 * Upstream: `wallet2::store_background_cache`, `clear_user_data`, `process_background_cache_on_open`.
 */
import { equalBytes } from '../../base/bytes.ts';
import { toHex } from '../../base/hex.ts';
import { putLabels } from '../account/lookahead.ts';
import { returnedBy } from '../state/returned.ts';
import { change, DEFAULT_SETTINGS, put, remove, type WalletState } from '../state/state.ts';
import type { OwnedOutput } from '../state/records/outputs.ts';
import type { Outgoing } from '../state/records/payments.ts';
import type { Change, Put } from '../state/tables.ts';

export function copyOf({ account, outputs, tables, chain, lastReward }: WalletState): Change {
  const { spendSecret: _spendSecret, polyseed: _polyseed, ...watching } = account;
  return {
    puts: [
      put('account', '', watching),
      put('settings', '', { ...DEFAULT_SETTINGS, background: { type: 'custom', away: true, copy: true } }),
      ...outputs.map((output, outputIndex) =>
        put('outputs', String(outputIndex), { ...output, frozen: false }),
      ),
      ...[...tables.payments].map(([key, payment]) => put('payments', key, payment)),
      ...[...tables.outgoing].map(([key, record]) =>
        put('outgoing', key, { ...record, returned: returnedBy(record), destinations: [] }),
      ),
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

/**
 * The change that merges the copy into the wallet: the settings that were changed in it, and its scan unless the wallet has scanned as
 * far itself. What the wallet has sent since the copy was made stays sent. Spends that the copy could not recognise are found
 * afterwards (recover.ts).
 */
export function mergeCopy(wallet: WalletState, copy: WalletState): Change | undefined {
  const settings = settingsFrom(wallet, copy);
  if (copy.height < wallet.height || equalBytes(topOf(copy), topOf(wallet)))
    return settings && change([settings]);
  const removed = [...wallet.outputs.keys()].slice(copy.outputs.length).reverse();
  return {
    puts: [
      ...(settings ? [settings] : []),
      ...copy.outputs.map((output, outputIndex) => {
        const mine = wallet.outputs[wallet.byKey.get(toHex(output.key)) ?? -1];
        const toFreeze = wallet.tables.toFreeze.has(toHex(output.key));
        return put('outputs', String(outputIndex), withOwnData(output, mine, toFreeze));
      }),
      ...[...copy.tables.payments].map(([key, payment]) => put('payments', key, payment)),
      ...[...copy.tables.outgoing].map(([key, record]) =>
        put('outgoing', key, {
          ...sentBy(record, wallet.tables.outgoing.get(key)),
          ...wallet.tables.payees.get(key),
        }),
      ),
      ...labelsGrown(wallet, copy),
      ...[...copy.tables.maybeSpending].map(([key, tx]) => put('maybeSpending', key, tx)),
    ],
    deletes: [
      ...removed.map((outputIndex) => remove('outputs', String(outputIndex))),
      ...[...wallet.tables.payments.keys()]
        .filter((key) => !copy.tables.payments.has(key))
        .map((key) => remove('payments', key)),
    ],
    chain: { base: copy.chain.base, append: copy.chain.hashes, reward: copy.lastReward },
  };
}

/** A copy begins with the default settings (`copyOf`): all others were chosen in it. */
const settingsFrom = ({ settings }: WalletState, copy: WalletState): Put | undefined => {
  const { autoLockMinutes, mobileData, nodes } = copy.settings;
  const chosen = {
    ...(autoLockMinutes !== DEFAULT_SETTINGS.autoLockMinutes && { autoLockMinutes }),
    ...(mobileData && { mobileData }),
    ...(nodes && { nodes }),
  };
  return Object.keys(chosen).length > 0 ? put('settings', '', { ...settings, ...chosen }) : undefined;
};

const topOf = ({ chain }: WalletState): Uint8Array => chain.hashes.subarray(-32);

/** Adds what the copy does not know: which outputs the user froze, and spends that are not mined yet. */
const withOwnData = (seen: OwnedOutput, mine: OwnedOutput | undefined, toFreeze: boolean): OwnedOutput => ({
  ...seen,
  frozen: mine?.frozen ?? toFreeze,
  ...(!seen.spent && mine?.spent?.height === 0 && { spent: mine.spent }),
});

/** The sender's data with the state that the copy found. */
const sentBy = (seen: Outgoing, mine: Outgoing | undefined): Outgoing =>
  mine && mine.destinations.length > 0
    ? {
        ...mine,
        state: seen.state,
        height: seen.height,
        timestamp: seen.timestamp,
        returned: returnedBy(seen),
      }
    : seen;

const labelsGrown = (wallet: WalletState, copy: WalletState): Put[] =>
  [...copy.tables.labels].flatMap(([major, labels]) => {
    const mine = wallet.tables.labels.get(major) ?? [];
    const index = { major: Number(major), minor: mine.length };
    return labels.length > mine.length ? [putLabels(index, labels.slice(mine.length))] : [];
  });
