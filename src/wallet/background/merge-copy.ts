/**
 * Merges what a copy without the spend key (copy.ts) has scanned into its wallet.
 * Upstream: `wallet2::process_background_cache_on_open`.
 */
import { equalBytes } from '../../base/bytes.ts';
import { toHex } from '../../base/hex.ts';
import { addressCounts, putLabels, tableShape } from '../account/lookahead.ts';
import { detachRescanned } from '../ledger/detach.ts';
import { createDraft, type Draft } from '../ledger/draft.ts';
import { chainHeight, hashAt, type Chain } from '../state/chain.ts';
import { returnedBy } from '../state/returned.ts';
import { change, DEFAULT_SETTINGS, put, type WalletState } from '../state/state.ts';
import type { OwnedOutput } from '../state/records/outputs.ts';
import type { Outgoing } from '../state/records/payments.ts';
import { RELAYED } from '../state/records/relay.ts';
import type { Change, Put } from '../state/tables.ts';

/**
 * The change that merges the copy into the wallet: the settings that were changed in it, and its scan if that contains all
 * that the wallet has found (`adds`). What the wallet has sent since the copy was made stays sent. Spends that the copy
 * could not recognise are found afterwards (recover.ts).
 */
export function mergeCopy(wallet: WalletState, copy: WalletState): Change | undefined {
  const settings = settingsFrom(wallet, copy);
  const split = splitOf(wallet.chain, copy.chain);
  if (!adds(copy, wallet, split)) return settings && change([settings]);
  const draft = createDraft(wallet);
  // The copy has read other blocks from there on.
  if (split < wallet.height) draft.detach(split);
  detachRescanned(draft, wallet, split, copy.height);
  mergeTables(draft, copy, split);
  const { puts, deletes } = draft.change();
  return {
    puts: [...(settings ? [settings] : []), ...puts, ...labelsGrown(wallet, copy)],
    deletes,
    chain: { base: copy.chain.base, append: copy.chain.hashes, reward: copy.lastReward },
  };
}

/**
 * True if the copy has read more than the wallet, and lacks nothing that the wallet has found. A copy never reads a gap, and
 * does not keep the blocks above one, which the wallet needs (ledger/kept-blocks.ts). A wallet below the height at which the
 * copy was made has forgotten what it had read, to read it again.
 */
const adds = (copy: WalletState, wallet: WalletState, split: number): boolean => {
  const { gap, madeAt = 0 } = copy.settings.background ?? {};
  if (gap || wallet.tables.gaps.size > 0 || wallet.height < madeAt) return false;
  if (copy.height < wallet.height || equalBytes(topOf(copy), topOf(wallet))) return false;
  return hasAddresses(copy, wallet) && wallet.outputs.every((output) => knows(copy, output, split));
};

/** True if the copy recognises the money of all addresses that the wallet has. */
const hasAddresses = (copy: WalletState, wallet: WalletState): boolean => {
  const known = tableShape(addressCounts(copy), copy.account.lookahead);
  return addressCounts(wallet).every((count, major) => count <= (known[major] ?? 0));
};

/** True if the copy knows what the wallet found of this output in the blocks below `split`, which both have. */
const knows = (
  { byKey, outputs }: WalletState,
  { height, key, spent }: OwnedOutput,
  split: number,
): boolean => {
  if (height >= split) return true;
  const seen = outputs[byKey.find(key) ?? -1];
  if (!seen) return false;
  const isSpent = spent !== undefined && spent.height > 0 && spent.height < split;
  // Without a key image, the spend is found after the merge.
  return !isSpent || seen.spent !== undefined || seen.keyImage === undefined;
};

/** The lowest height at which the wallet does not have the block of the copy. */
const splitOf = (wallet: Chain, copy: Chain): number => {
  const end = Math.min(chainHeight(wallet), chainHeight(copy));
  for (let height = Math.max(wallet.base, copy.base); height < end; height++)
    if (!equalBytes(hashAt(wallet, height)!, hashAt(copy, height)!)) return height;
  return end;
};

const mergeTables = (draft: Draft, { outputs, tables }: WalletState, split: number): void => {
  mergeOutgoing(draft, outputs, tables.outgoing);
  const merged = outputs.map((output): OwnedOutput => {
    const mine = draft.findKey(output.key);
    const frozen =
      mine === undefined ? draft.get('toFreeze', toHex(output.key)) !== undefined : draft.output(mine).frozen;
    const { spent, ...unspent } = output;
    // The payment that waited for it when the copy was made has failed since.
    const isFree = spent?.height === 0 && draft.get('outgoing', toHex(spent.txid))?.state === 'failed';
    if (spent && !isFree) return { ...output, frozen };
    const spender = output.keyImage && draft.spenderOf(output.keyImage);
    return { ...unspent, frozen, ...(spender && { spent: { height: 0, txid: spender } }) };
  });
  draft.dropOutputs(Math.min(draft.outputCount, merged.length));
  for (const [outputIndex, output] of merged.entries()) draft.setOutput(outputIndex, output);
  // A copy does not read the pool: it has the payments that were there when it was made.
  for (const [key, { height }] of draft.entries('payments'))
    if (height > 0 && !tables.payments.has(key)) draft.delete('payments', key);
  for (const [key, payment] of tables.payments) if (payment.height > 0) draft.put('payments', key, payment);
  for (const [key, tx] of tables.maybeSpending) draft.put('maybeSpending', key, tx);
  for (const [key, outputCount] of tables.outputCounts)
    if (Number(key) >= split) draft.put('outputCounts', key, outputCount);
  mergeTree(draft, tables);
};

/** A copy that a build without the tree of outputs made has none: then that of the wallet ends below the new blocks. */
const mergeTree = (draft: Draft, { treeState, tree }: WalletState['tables']): void => {
  if (treeState.size === 0) return;
  for (const [key] of draft.entries('tree')) if (!tree.has(key)) draft.delete('tree', key);
  for (const [key, row] of tree) draft.put('tree', key, row);
  for (const [key, record] of treeState) draft.put('treeState', key, record);
};

const mergeOutgoing = (
  draft: Draft,
  outputs: readonly OwnedOutput[],
  seen: WalletState['tables']['outgoing'],
): void => {
  const spent = new Set(
    outputs.flatMap(({ spent, keyImage }) =>
      spent && spent.height > 0 && keyImage ? [toHex(keyImage)] : [],
    ),
  );
  for (const [key, record] of seen) {
    // No block has a payment that waited when the copy was made: the wallet knows what became of it.
    if (record.state === 'pending') continue;
    const mine = draft.get('outgoing', key);
    // A copy has no spend key: it gives up what a reorganisation removed, and knows of no payment that waits.
    const waits = record.state === 'failed' && mine?.state === 'pending';
    if (waits && !mine.keyImages.some((image) => spent.has(toHex(image)))) continue;
    draft.put('outgoing', key, { ...sentBy(record, mine), ...draft.get('payees', key) });
  }
};

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

/** The sender's data with the state that the copy found. */
const sentBy = (seen: Outgoing, mine: Outgoing | undefined): Outgoing => {
  if (!mine || mine.destinations.length === 0) return seen;
  const { state, height, timestamp } = seen;
  const found = { state, height, timestamp, returned: returnedBy(seen) };
  if (state !== 'confirmed') return { ...mine, ...found };
  // A payment in a block was sent, whatever was known of it before.
  const { blob: _blob, missing: _missing, refused: _refused, notSent: _notSent, ...sent } = mine;
  return { ...sent, ...found, relay: RELAYED };
};

const labelsGrown = (wallet: WalletState, copy: WalletState): Put[] =>
  [...copy.tables.labels].flatMap(([major, labels]) => {
    const mine = wallet.tables.labels.get(major) ?? [];
    const index = { major: Number(major), minor: mine.length };
    return labels.length > mine.length ? [putLabels(index, labels.slice(mine.length))] : [];
  });
