/** A draft of the next state: reads fall through to the committed state, writes are collected into one `Change`. */
import type { KeyImage, TxId } from '../../base/brands.ts';
import { equalBytes } from '../../base/bytes.ts';
import { toHex } from '../../base/hex.ts';
import type { SubaddressIndex } from '../../protocol/keys/subaddress.ts';
import { addressCounts, growLabels, withinLookahead } from '../account/lookahead.ts';
import { countUpTo } from '../state/history-index.ts';
import { pendingOf, type WalletState } from '../state/state.ts';
import type { Outgoing } from '../state/records/payments.ts';
import type { Change, ChainChange } from '../state/tables.ts';
import { detachOutputCounts, detachTransactions } from './detach.ts';
import { createDraftOutputs, type DraftOutputs } from './draft-outputs.ts';
import { createDraftTables, type DraftTables } from './draft-tables.ts';
import { detachGaps } from './kept-blocks.ts';

export interface Draft extends Omit<DraftTables, 'written'>, DraftOutputs {
  /** Outgoing transactions that are not in a block yet. */
  pending(): [string, Outgoing][];
  /**
   * The transaction of ours that spends the output with this key image: one that waits, or during a rescan one that the scan
   * before it found in a block that is not read again yet.
   */
  spenderOf(keyImage: KeyImage): TxId | undefined;
  /** Adds the labels for an address that received money, and the look-ahead after it. */
  expand(index: SubaddressIndex): void;
  /** Marks a pending outgoing transaction as failed and frees those of its inputs that no other one of ours spends. */
  fail(txid: string): void;
  /** Removes everything at or above `height` (a reorg). */
  detach(height: number): void;
  chain(change: ChainChange): void;
  change(): Change;
}

export function createDraft(state: WalletState): Draft {
  const tables = createDraftTables(state);
  const outputs = createDraftOutputs(state, tables);
  /** Ids of pending outgoing transactions. There are few, while `outgoing` may be long. */
  const waiting = new Set(pendingOf(state).map(({ txid }) => toHex(txid)));
  const setWaiting = (key: string, waits: boolean): void => {
    if (waits) waiting.add(key);
    else waiting.delete(key);
  };
  const { outgoing } = state.history;
  const later = outgoing.slice(countUpTo(outgoing, state.height - 1));
  let laterByImage: ReadonlyMap<string, TxId> | undefined;
  const laterSpender = (keyImage: KeyImage): TxId | undefined => {
    if (later.length === 0) return undefined;
    laterByImage ??= new Map(
      later.flatMap(({ txid, keyImages }) => keyImages.map((image) => [toHex(image), txid])),
    );
    const txid = laterByImage.get(toHex(keyImage));
    return txid && draft.get('outgoing', toHex(txid))?.state === 'confirmed' ? txid : undefined;
  };
  const counts = [...addressCounts(state)];
  let chain: ChainChange | undefined;
  const draft: Draft = {
    ...outputs,
    get outputCount() {
      return outputs.outputCount;
    },
    get: (table, key) => tables.get(table, key),
    isEmpty: (table) => tables.isEmpty(table),
    entries: (table) => tables.entries(table),
    put: (table, key, value) => {
      if (table === 'outgoing') setWaiting(key, (value as Outgoing).state === 'pending');
      tables.put(table, key, value);
    },
    delete: (table, key) => {
      if (table === 'outgoing') setWaiting(key, false);
      tables.delete(table, key);
    },
    pending: () => [...waiting].map((key) => [key, tables.get('outgoing', key)!]),
    spenderOf: (keyImage) =>
      draft.pending().find(([, { keyImages }]) => keyImages.some((each) => equalBytes(each, keyImage)))?.[1]
        .txid ?? laterSpender(keyImage),
    expand: (index) => {
      if (!withinLookahead(counts, state.account.lookahead, index)) return;
      for (const each of growLabels(counts, index)) draft.put(each.table, each.key, each.value);
    },
    fail: (txid) => {
      failOutgoing(draft, txid);
    },
    detach: (height) => {
      detachTransactions(draft, height, state.settings.background?.away ?? false);
      detachOutputCounts(draft, height);
      detachGaps(draft, state.chain, height);
      draft.chain({ keep: height });
    },
    chain: (next) => {
      chain = { ...chain, ...next };
    },
    change: () => ({ ...tables.written(), ...(chain && { chain }) }),
  };
  return draft;
}

const failOutgoing = (draft: Draft, txid: string): void => {
  const record = draft.get('outgoing', txid);
  if (record?.state !== 'pending') return;
  draft.put('outgoing', txid, { ...record, state: 'failed' });
  for (const image of record.keyImages) free(draft, image, txid);
};

const free = (draft: Draft, image: KeyImage, txid: string): void => {
  const outputIndex = draft.findKeyImage(image);
  if (outputIndex === undefined) return;
  const { spent, ...unspent } = draft.output(outputIndex);
  if (spent?.height !== 0 || toHex(spent.txid) !== txid) return;
  const other = draft.spenderOf(image);
  draft.setOutput(outputIndex, { ...unspent, ...(other && { spent: { height: 0, txid: other } }) });
};
