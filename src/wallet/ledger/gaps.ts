/**
 * Gaps: blocks that are left out so that newer ones can be read first, and are read later. At every moment the state is
 * the one of a scan of all blocks read so far in chain order, since a gap's blocks are applied below the newer ones: these
 * are kept (kept-blocks.ts) and applied again after them. So nothing is read twice. Pure. docs/adr/0015.
 */
import { concat, equalBytes } from '../../base/bytes.ts';
import { toHex } from '../../base/hex.ts';
import type { ScannedRange } from '../../ports/scan-pool.ts';
import { genesisId } from '../../protocol/block/genesis.ts';
import type { Gap } from '../state/records/gaps.ts';
import type { WalletState } from '../state/state.ts';
import type { Change } from '../state/tables.ts';
import { applyBlocks } from './apply-blocks.ts';
import { idAt, previousIdAt, transactionsOf, type BlockTransactions } from './block-transactions.ts';
import { detachOutputCounts, detachTransactions } from './detach.ts';
import { createDraft, type Draft } from './draft.ts';
import { keepChoices } from './keep-choices.ts';
import { keepBlocks, keptFrom } from './kept-blocks.ts';
import { compareCounts, rememberCounts } from './output-counts.ts';
import { checkLinks, noteReorg } from './reduce-range.ts';

export type GapRefusal = 'view_only' | 'multisig' | 'background' | 'cold';

/**
 * Why this wallet reads its blocks in order; undefined when it need not. Other devices name its outputs by their place
 * in chain order, and a gap would move them; without the spend key, spends cannot be found.
 */
export function gapRefusal({
  account,
  settings,
}: Pick<WalletState, 'account' | 'settings'>): GapRefusal | undefined {
  if (account.multisig) return 'multisig';
  if (settings.background?.away) return 'background';
  if (!account.spendSecret) return 'view_only';
  return settings.cold ? 'cold' : undefined;
}

/** The lowest gap comes first. */
export function gapsOf({ tables }: Pick<WalletState, 'tables'>): readonly Gap[] {
  return [...tables.gaps.values()].sort((a, b) => a.from - b.from);
}

/** Number of blocks that were left out to read newer ones first. */
export function blocksLeftOut(state: Pick<WalletState, 'tables'>): number {
  return gapsOf(state).reduce((sum, { from, to }) => sum + to - from, 0);
}

/** A device's clock and the times of blocks are wrong by less than so many seconds, as a rule. */
const DAY = 86_400;

/** True if a transaction that was made or first seen at this time (seconds) may be in a gap. */
export function mayBeInGap(
  { tables }: Pick<WalletState, 'tables'>,
  { timestamp }: { readonly timestamp: number },
): boolean {
  return [...tables.gaps.values()].some(({ until }) => until + DAY >= timestamp);
}

/** The blocks before a gap's end, by a node's headers. */
export interface BlocksBefore {
  /** Height of the first one. */
  readonly first: number;
  /** Ids of the gap's blocks, 32 bytes each; the last one is of the block before the gap's end. */
  readonly ids: Uint8Array;
  /** Seconds. */
  readonly since: number;
  readonly until: number;
  /** The gap may be read on any link. */
  readonly wanted?: boolean;
}

/**
 * Leaves out the blocks from height `from` to the end of `before`. Removes what was read at or above `from`, which the
 * node's chain no longer has. `most`: ids to remember below the gap, and most blocks that may be removed below the highest
 * one ever seen. Fault reorg_too_deep.
 */
export function openGap(
  state: WalletState,
  from: number,
  { first, ids, since, until, wanted }: BlocksBefore,
  most: number,
): Change {
  const { chain } = state;
  const draft = createDraft(state);
  const to = first + ids.length / 32;
  if (from < state.height) {
    noteReorg(draft, state, from, most);
    draft.detach(from);
  }
  const read = chain.hashes.length > 0 ? Math.max(0, from - chain.base) : 0;
  const below = chain.hashes.slice(32 * Math.max(0, read - most), 32 * read);
  draft.put('gaps', String(from), {
    from,
    to,
    below,
    last: ids.slice(-32),
    since,
    until,
    ...(wanted && { wanted }),
  });
  const { chain: cut, ...records } = draft.change();
  const isLonger = first > from || read === 0;
  return { ...records, chain: { ...(isLonger ? { base: first } : cut), append: ids } };
}

/** Marks all gaps as wanted, so that they are read on any link; undefined when there is none to mark. */
export function wantGaps(state: WalletState): Change | undefined {
  const draft = createDraft(state);
  for (const [key, gap] of draft.entries('gaps'))
    if (!gap.wanted) draft.put('gaps', key, { ...gap, wanted: true });
  const change = draft.change();
  return change.puts.length > 0 ? change : undefined;
}

export interface ReducedGap {
  readonly change: Change;
  /** The number of blocks applied. */
  readonly added: number;
  /** The range is not on the chain that was read below and above: `change` is empty. */
  readonly otherChain: boolean;
}

/**
 * Applies a range to the gap that it begins; nothing when no gap begins there (any more). Blocks above the gap do not
 * count. Faults: chain_mismatch when its blocks do not follow each other; node_bad_answer as of `reduceRange`.
 */
export function reduceGap(state: WalletState, range: ScannedRange, most: number): ReducedGap {
  const draft = createDraft(state);
  const found = draft.entries('gaps').find(([, { from }]) => from === range.startHeight);
  const nothing = { change: { puts: [], deletes: [] }, added: 0 };
  if (!found || range.blocks.count === 0) return { ...nothing, otherChain: false };
  const [key, gap] = found;
  const count = Math.min(range.blocks.count, gap.to - gap.from);
  checkLinks(range);
  if (!joins(state, gap, range, count)) return { ...nothing, otherChain: true };
  const blocks = { ...range.blocks, count };
  compareCounts(draft, gap.from, blocks, 0);
  const transactions = transactionsOf(range, count);
  keepBlocks(draft, range, 0, count);
  if (isOurs(draft, transactions)) applyBelow(draft, state, transactions);
  rememberCounts(draft, gap.from, blocks, 0, state.height);
  const from = gap.from + count;
  if (from === gap.to) closeGap(draft, key);
  else
    draft.put('gaps', key, {
      ...gap,
      from,
      below: concat(gap.below, range.blocks.ids.slice(0, 32 * count)).slice(-32 * most),
      since: range.blocks.times[count - 1]!,
    });
  return { change: draft.change(), added: count, otherChain: false };
}

const joins = ({ account }: WalletState, gap: Gap, { blocks }: ScannedRange, count: number): boolean => {
  if (gap.from === 0 && !equalBytes(idAt(blocks, 0), genesisId(account.network))) return false;
  if (gap.below.length > 0 && !equalBytes(gap.below.subarray(-32), previousIdAt(blocks, 0))) return false;
  return gap.from + count < gap.to || equalBytes(idAt(blocks, count - 1), gap.last);
};

/** True if the blocks pay or spend anything of ours: most ranges do not, and change nothing. */
const isOurs = (
  draft: Draft,
  { firstTx, count, found, ids, keyImages, keyImageTx }: BlockTransactions,
): boolean => {
  const end = firstTx[count]!;
  if (found.some(({ tx }) => tx < end)) return true;
  for (let i = 0; i < keyImageTx.length && keyImageTx[i]! < end; i++)
    if (draft.findKeyImage(keyImages.subarray(32 * i, 32 * i + 32)) !== undefined) return true;
  if (draft.entries('outgoing').length === 0) return false;
  for (let t = 0; t < end; t++)
    if (draft.get('outgoing', toHex(ids.subarray(32 * t, 32 * t + 32)))) return true;
  return false;
};

/** Applies the blocks below all that were read above them. */
const applyBelow = (draft: Draft, state: WalletState, transactions: BlockTransactions): void => {
  const above = transactions.startHeight + transactions.count;
  detachTransactions(draft, transactions.startHeight, false);
  applyBlocks(draft, state, transactions);
  for (const each of keptFrom(draft, above)) applyBlocks(draft, state, each);
  keepChoices(draft, state);
};

/** Blocks are kept only as long as there is a gap below them. */
const closeGap = (draft: Draft, key: string): void => {
  draft.delete('gaps', key);
  const lowest = Math.min(...draft.entries('gaps').map(([, { from }]) => from));
  for (const [kept, { startHeight }] of draft.entries('keptBlocks'))
    if (startHeight < lowest) draft.delete('keptBlocks', kept);
};

/**
 * Gives up the lowest gap and all that was read above it: the blocks from there on are read in order, again. Needed when
 * the node's blocks do not join both ends, and when the gap pays an address that asks for a wider look-ahead: the blocks
 * above were not scanned for it.
 */
export function readInOrder(state: WalletState): Change | undefined {
  const [gap] = gapsOf(state);
  if (!gap) return undefined;
  const draft = createDraft(state);
  detachTransactions(draft, gap.from, false);
  detachOutputCounts(draft, gap.from);
  for (const table of ['gaps', 'keptBlocks'] as const)
    for (const [key] of draft.entries(table)) draft.delete(table, key);
  const base = gap.from - gap.below.length / 32;
  const append = gap.below;
  return { ...draft.change(), chain: append.length > 0 ? { base, append } : { base: 0 } };
}
