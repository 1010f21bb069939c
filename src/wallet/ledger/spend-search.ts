/**
 * Finds spends of outputs whose key images were imported late, by scanning blocks again. (Asking the node about key
 * images would show it which outputs belong together.) A record in the wallet file holds the blocks that are left.
 * Pure.
 */
import { asTxId, type KeyImage, type TxId } from '../../base/brands.ts';
import { equalBytes } from '../../base/bytes.ts';
import type { FoundOutput, ScannedRange } from '../../ports/scan-pool.ts';
import { hashAt } from '../state/chain.ts';
import { put, remove, type WalletState } from '../state/state.ts';
import type { SpendSearch } from '../state/records/outputs.ts';
import type { Change, Put } from '../state/tables.ts';
import { applyTx } from './apply-tx.ts';
import { factsOf, idAt, ownImagesByTx, previousIdAt } from './block-transactions.ts';
import { createDraft, type Draft } from './draft.ts';

/**
 * A search begins at a multiple of this (blocks of a day), so that the node does not learn the block of an output.
 */
const STEP = 720;

/**
 * The blocks to scan when the key images of these outputs (one-time keys in hex) become known; undefined when all
 * were known before.
 */
export function searchFor(state: WalletState, keys: readonly string[]): Put | undefined {
  const heights = keys
    .map((key) => state.outputs[state.byKey.get(key) ?? -1])
    .flatMap((output) => (output && !output.keyImage ? [output.height] : []));
  if (heights.length === 0) return undefined;
  const lowest = heights.reduce((min, height) => Math.min(min, height), Infinity);
  const from = firstOf(lowest);
  const known = state.tables.spendSearch.get('');
  // The finished part of a running search was scanned without these key images.
  if (known && from >= known.next) return put('spendSearch', '', { ...known, to: state.height });
  const start = Math.min(from, known?.from ?? from);
  return put('spendSearch', '', { from: start, next: start, to: state.height });
}

/** Where a search begins that must contain this block. */
export function firstOf(height: number): number {
  return Math.max(1, height - (height % STEP));
}

export interface Searched {
  /** Absent when this range is not the next one of the search. */
  readonly change?: Change;
  /** The range is not on the scanned chain: the search starts again. */
  readonly otherChain: boolean;
}

/** Applies a range that was scanned again to the search. */
export function reduceSearch(state: WalletState, range: ScannedRange): Searched {
  const search = state.tables.spendSearch.get('');
  if (search?.next !== range.startHeight || range.blocks.count === 0) return { otherChain: false };
  if (!belongsToChain(state, search, range)) return { change: startAgain(search), otherChain: true };
  const draft = createDraft(state);
  const end = Math.min(search.to, state.height, range.startHeight + range.blocks.count);
  applySpends(draft, range, end);
  if (end >= Math.min(search.to, state.height)) draft.delete('spendSearch', '');
  else
    draft.put('spendSearch', '', {
      ...search,
      next: end,
      last: idAt(range.blocks, end - 1 - range.startHeight).slice(),
    });
  return { change: draft.change(), otherChain: false };
}

/** Ends a search whose blocks a reorg removed: the blocks that replace them are scanned with the key images. */
export function endedSearch(state: WalletState): Change | undefined {
  const search = state.tables.spendSearch.get('');
  return search && search.next >= Math.min(search.to, state.height)
    ? { puts: [], deletes: [remove('spendSearch', '')] }
    : undefined;
}

/** Starts over, because blocks of another chain may lack some of the spends. */
const startAgain = ({ from, to }: SpendSearch): Change => ({
  puts: [put('spendSearch', '', { from, next: from, to })],
  deletes: [],
});

/** True if each block follows the one before, and no hash differs from the known ones. */
const belongsToChain = (
  { chain }: WalletState,
  { last }: SpendSearch,
  { blocks, startHeight }: ScannedRange,
): boolean => {
  for (let b = 0; b < blocks.count; b++) {
    const before = b === 0 ? last : idAt(blocks, b - 1);
    if (before && !equalBytes(before, previousIdAt(blocks, b))) return false;
    const mine = hashAt(chain, startHeight + b);
    if (mine && !equalBytes(mine, idAt(blocks, b))) return false;
  }
  return true;
};

const applySpends = (draft: Draft, range: ScannedRange, end: number): void => {
  const { blocks, startHeight } = range;
  const imagesOf = ownImagesByTx(range, (image) => draft.ownKeyImage(image));
  for (let b = 0; startHeight + b < end; b++)
    for (let t = blocks.firstTx[b]!; t < blocks.firstTx[b + 1]!; t++) {
      const images = imagesOf(t);
      const txid = asTxId(range.txs.ids.slice(32 * t, 32 * t + 32));
      const height = startHeight + b;
      if (images.every((image) => isRecorded(draft, image, height, txid))) continue;
      // The outputs are in the ledger already; none is added.
      const found = range.found.filter((each) => each.tx === t && isKnown(draft, each));
      applyTx(draft, {
        txid,
        height,
        timestamp: blocks.times[b]!,
        ...factsOf(range, t, found, images),
        found,
        doubleSpendSeen: false,
      });
    }
};

const isRecorded = (draft: Draft, image: KeyImage, height: number, txid: TxId): boolean => {
  const { spent } = draft.output(draft.findKeyImage(image)!);
  return spent?.height === height && equalBytes(spent.txid, txid);
};
const isKnown = (draft: Draft, { key }: FoundOutput): boolean => draft.findKey(key) !== undefined;
