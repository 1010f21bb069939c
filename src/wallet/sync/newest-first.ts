/**
 * Decides, when many blocks are missing, which to read: all in order, or the newest ones first (ledger/gaps.ts). The page
 * says the kind of network connection, if the browser knows it; the person's choice is a setting of the wallet. docs/adr/0015.
 */
import { concat, equalBytes } from '../../base/bytes.ts';
import type { BlockHeaderInfo, ChainTip } from '../../ports/block-source.ts';
import { isBeyondClock } from '../account/birth.ts';
import { fault } from '../faults.ts';
import { gapRefusal, gapsOf, openGap } from '../ledger/gaps.ts';
import { keptSize } from '../ledger/kept-blocks.ts';
import { MAX_REORG, hashAt } from '../state/chain.ts';
import type { Gap } from '../state/records/gaps.ts';
import type { WalletState } from '../state/state.ts';
import type { SyncContext } from './context.ts';
import { firstHeight } from './first-range.ts';
import type { NewestFirst } from './types.ts';

/** Blocks of a day. Fewer missing ones are always read at once, and so many are read first. */
export const DAY_BLOCKS = 720;
/** Number of newest blocks that are read before the rest of the day: on a slow link they arrive in seconds. */
const FIRST_BLOCKS = 180;
/** Number of blocks below which no gap is opened. */
const SHORTEST_GAP = 3;
/** Bytes of kept blocks, about ten days of them, at which the gap is read on any link. */
const MOST_KEPT = 24_000_000;

/**
 * The order in which a pass reads the missing blocks. `ask`: it reads none until the person has chosen. `from`: those from
 * `height` on; the ones below are left out until later.
 */
export type ReadingPlan =
  | { readonly kind: 'inOrder' }
  | { readonly kind: 'ask' }
  | { readonly kind: 'from'; readonly height: number };
const IN_ORDER: ReadingPlan = { kind: 'inOrder' };
const ASK: ReadingPlan = { kind: 'ask' };

/** `now`: milliseconds. */
export function planReading(
  state: WalletState,
  { link, answer }: NewestFirst,
  tip: ChainTip,
  now: number,
): ReadingPlan {
  if (gapRefusal(state) || state.tables.spendSearch.size > 0) return IN_ORDER;
  // With invented headers up to a false tip, a gap would end above the chain of every other node.
  if (isBeyondClock(tip, state.account.network, now / 1000)) return IN_ORDER;
  const lastDay: ReadingPlan = { kind: 'from', height: tip.height - DAY_BLOCKS };
  if (answer === 'all') return IN_ORDER;
  if (answer === 'newest') return lastDay;
  if (answer !== undefined) return { kind: 'from', height: answer };
  if (tip.height - nextHeight(state, tip) <= DAY_BLOCKS || link === 'free') return IN_ORDER;
  const { mobileData } = state.settings;
  if (mobileData === 'newest') return lastDay;
  if (mobileData === 'ask') return ASK;
  // Without a choice of the person, only a link that the browser calls metered is a reason to ask.
  return mobileData === undefined && link === 'metered' ? ASK : IN_ORDER;
}

/** The first block that is not read yet. */
export function nextHeight(state: WalletState, { height }: ChainTip): number {
  return state.chain.hashes.length > 0 ? state.height : firstHeight(state, height);
}

/** The lowest gap that may be read now. */
export function readableGap(state: WalletState, { link }: NewestFirst): Gap | undefined {
  if (gapRefusal(state)) return undefined;
  const anyLink =
    link === 'free' ||
    state.settings.mobileData === 'all' ||
    keptSize(state.tables.keptBlocks.values()) > MOST_KEPT;
  return gapsOf(state).find(({ wanted }) => anyLink || wanted);
}

/**
 * Leaves out the missing blocks below `height`, and those between it and the very newest ones, which are read next, on any
 * link. Faults: the node's, reorg_too_deep.
 */
export async function readNewestFirst(
  context: Pick<SyncContext, 'blocks' | 'ledger'>,
  height: number,
  tip: ChainTip,
  signal: AbortSignal,
): Promise<void> {
  await leaveOut(context, { height, wanted: false }, tip, signal);
  await leaveOut(context, { height: tip.height - FIRST_BLOCKS, wanted: true }, tip, signal);
}

/**
 * Leaves out the missing blocks below `height`. Does nothing when too few would be left out, when they are below the
 * birthday, and when the node's chain differs from the wallet's deeper than a reorg may: then the pass reads as usual.
 * Faults: the node's, reorg_too_deep.
 */
const leaveOut = async (
  { blocks, ledger }: Pick<SyncContext, 'blocks' | 'ledger'>,
  { height, wanted }: { readonly height: number; readonly wanted: boolean },
  tip: ChainTip,
  signal: AbortSignal,
): Promise<void> => {
  const { chain, account } = ledger.state;
  // One block at least is read, so that its content is compared with the header.
  const to = Math.min(height, tip.height - 1);
  const below = await lastCommon({ blocks, ledger }, tip, signal);
  const from = below === 'none' ? firstHeight(ledger.state, tip.height) : below && below.height + 1;
  if (from === undefined || to - from < SHORTEST_GAP || to <= account.restoreHeight) return;
  const first = Math.max(from, to - MAX_REORG);
  const headers = await blocks.headers(first, to - 1, signal);
  if (!connected(headers)) throw headersDiffer({ blocks });
  const before = {
    first,
    ids: concat(...headers.map(({ hash }) => hash)),
    since: below === 'none' ? 0 : below!.timestamp,
    until: headers.at(-1)!.timestamp,
    wanted,
  };
  // Another commit may have changed the chain meanwhile: then the next pass decides again.
  await ledger.commit((now) => (now.chain === chain ? openGap(now, from, before, MAX_REORG) : undefined));
};

/**
 * The header of the newest block that node and wallet share; 'none' for a wallet without blocks; undefined when it is
 * deeper than a reorg may be, or the node is behind.
 */
const lastCommon = async (
  { blocks, ledger: { state } }: Pick<SyncContext, 'blocks' | 'ledger'>,
  tip: ChainTip,
  signal: AbortSignal,
): Promise<BlockHeaderInfo | 'none' | undefined> => {
  const { chain, height } = state;
  if (chain.hashes.length === 0) return 'none';
  if (height > tip.height) return undefined;
  const isCommon = ({ hash, height: at }: BlockHeaderInfo): boolean => {
    const mine = hashAt(chain, at);
    return mine !== undefined && equalBytes(mine, hash);
  };
  const [top] = await blocks.headers(height - 1, height - 1, signal);
  if (top && isCommon(top)) return top;
  const first = Math.max(chain.base, height - MAX_REORG);
  return (await blocks.headers(first, height - 1, signal)).findLast(isCommon);
};

const connected = (headers: readonly BlockHeaderInfo[]): boolean =>
  headers.length > 0 && headers.slice(1).every(({ prevHash }, i) => equalBytes(prevHash, headers[i]!.hash));

const headersDiffer = ({ blocks }: Pick<SyncContext, 'blocks'>): Error =>
  fault('node_bad_answer', {
    address: blocks.node?.address ?? '',
    what: 'headers that do not follow each other',
  });
