/**
 * Turns a scanned range into a change: detaches blocks of a reorg, applies transactions in chain order, appends
 * hashes. Pure.
 * Upstream: `wallet2::process_parsed_blocks`, `process_new_blockchain_entry`, `detach_blockchain`.
 */
import { equalBytes } from '../../base/bytes.ts';
import type { ScannedRange } from '../../ports/scan-pool.ts';
import { genesisId } from '../../protocol/block/genesis.ts';
import { fault } from '../faults.ts';
import { chainHeight, hashAt } from '../state/chain.ts';
import type { WalletState } from '../state/state.ts';
import type { Change } from '../state/tables.ts';
import { applyBlocks } from './apply-blocks.ts';
import { idAt, previousIdAt, transactionsOf } from './block-transactions.ts';
import { detachRescanned, freezeAgain } from './detach.ts';
import { createDraft, type Draft } from './draft.ts';
import { keepChoices } from './keep-choices.ts';
import { keepBlocks } from './kept-blocks.ts';
import { compareCounts, rememberCounts } from './output-counts.ts';

export interface Reduced {
  readonly change: Change;
  /** The first height that is new or replaced. */
  readonly from: number;
  /** Number of blocks that a reorg removed. */
  readonly detached: number;
  /** Number of new blocks. */
  readonly added: number;
  readonly receivedMoney: boolean;
}

/**
 * The range must contain a known block as its first, or begin at the next height; for a wallet without blocks it may
 * begin anywhere. Faults: chain_mismatch when it does not connect, reorg_too_deep, node_bad_answer when its output
 * indices contradict blocks that were scanned before.
 */
export function reduceRange(state: WalletState, range: ScannedRange, maxReorg: number): Reduced {
  return reduce(state, range, maxReorg, false);
}

/**
 * Replaces everything that was read from the range's first block on (sync/read-again.ts). The range must reach as far
 * as the known chain: fault node_bad_answer when it is shorter.
 */
export function replaceRange(state: WalletState, range: ScannedRange, maxReorg: number): Reduced {
  const { startHeight, blocks } = range;
  if (startHeight + blocks.count < state.height)
    throw fault('node_bad_answer', {
      address: '',
      what: `blocks up to ${startHeight + blocks.count} instead of ${state.height}`,
    });
  return reduce(state, range, maxReorg, true);
}

const reduce = (state: WalletState, range: ScannedRange, maxReorg: number, replace: boolean): Reduced => {
  const draft = createDraft(state);
  const { blocks, startHeight } = range;
  const known = state.height;
  const empty = state.chain.hashes.length === 0;
  if (blocks.count === 0)
    return { change: draft.change(), from: known, detached: 0, added: 0, receivedMoney: false };
  if (startHeight === 0 && !equalBytes(idAt(blocks, 0), genesisId(state.account.network)))
    throw fault('chain_mismatch', { height: 0 });
  if (empty) {
    freezeAgain(draft, state.outputs, 0);
    draft.dropOutputs(0);
    draft.chain({ base: startHeight });
  } else if (!connects(state, range)) throw fault('chain_mismatch', { height: startHeight });

  // Skip known blocks. The first one that differs is where the chain split.
  let skip = 0;
  if (!empty)
    while (skip < blocks.count) {
      const mine = hashAt(state.chain, startHeight + skip);
      if (!mine || !equalBytes(mine, idAt(blocks, skip))) break;
      skip += 1;
    }
  // Do not compare the new blocks with the doubtful ones that they replace.
  compareCounts(draft, startHeight, blocks, replace ? 0 : skip);
  const from = startHeight + skip;
  const detached = empty ? 0 : Math.max(0, known - from);
  if (skip === blocks.count && !replace)
    return { change: draft.change(), from: known, detached: 0, added: 0, receivedMoney: false };
  if (detached > 0) noteReorg(draft, state, from, maxReorg);
  const first = replace ? 0 : skip;
  const outputsBefore = draft.outputCount;
  if (detached > 0 || replace) draft.detach(startHeight + first);
  if (replace) draft.delete('readAgain', '');
  checkLinks(range, first);
  detachRescanned(draft, state, startHeight + first, startHeight + blocks.count);
  applyBlocks(draft, state, transactionsOf(range), first);
  keepBlocks(draft, range, first, blocks.count);
  if (replace) keepChoices(draft, state);
  rememberCounts(draft, startHeight, blocks, first, range.chainHeight);
  draft.chain({ append: blocks.ids.slice(32 * first), reward: blocks.lastReward });
  return {
    change: draft.change(),
    from: startHeight + first,
    detached,
    // The genesis block does not count as new.
    added: blocks.count - skip - (from === 0 ? 1 : 0),
    receivedMoney: draft.outputCount > outputsBefore,
  };
};

/**
 * Checks that a reorganisation from height `from` on is not too deep, and stores the highest block ever seen. The depth is
 * counted from that block, so that many small reorganisations together cannot exceed `max`. Fault reorg_too_deep.
 */
export function noteReorg(
  draft: Pick<Draft, 'put'>,
  { height, tables }: Pick<WalletState, 'height' | 'tables'>,
  from: number,
  max: number,
): void {
  const highest = Math.max(height, tables.highest.get('') ?? 0);
  const depth = highest - from;
  if (depth > max) throw fault('reorg_too_deep', { depth, max });
  draft.put('highest', '', highest);
}

/** Fault chain_mismatch: a block from `first` on does not follow the one before it in the range. */
export function checkLinks({ blocks, startHeight }: ScannedRange, first = 0): void {
  for (let b = Math.max(1, first); b < blocks.count; b++)
    if (!equalBytes(idAt(blocks, b - 1), previousIdAt(blocks, b)))
      throw fault('chain_mismatch', { height: startHeight + b });
}

const connects = ({ chain }: WalletState, { blocks, startHeight }: ScannedRange): boolean => {
  const mine = hashAt(chain, startHeight);
  if (mine && equalBytes(mine, idAt(blocks, 0))) return true;
  const before = hashAt(chain, startHeight - 1);
  const follows = before !== undefined && equalBytes(before, previousIdAt(blocks, 0));
  return follows && startHeight <= chainHeight(chain);
};
