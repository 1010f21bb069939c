/**
 * Computes the height from which a wallet must scan, from a date: with a node's headers, or with the clock alone.
 * Upstream: `get_approximate_blockchain_height`, `estimate_blockchain_height`, `get_blockchain_height_by_date` in
 * src/wallet/wallet2.cpp.
 */
import type { SecretKey } from '../../base/brands.ts';
import { concat, utf8 } from '../../base/bytes.ts';
import { isFault } from '../../base/fault.ts';
import { kernel } from '../../kernel/kernel.ts';
import type { BlockSource, ChainTip } from '../../ports/block-source.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Network } from '../../protocol/address/address.ts';
import { put, type WalletState } from '../state/state.ts';
import type { Change } from '../state/tables.ts';

/** A block whose time is known (seconds since the epoch), and the block times before and after it. */
interface Milestone {
  readonly height: number;
  readonly time: number;
  /** Seconds per block before it. */
  readonly before: number;
  /** By how many blocks such an estimate may be above the real chain (rollbacks, slow times). */
  readonly surplus: number;
  /** By how many blocks the real chain may be above an estimate without `surplus`. */
  readonly slack: number;
}

const SECONDS_PER_BLOCK = 120;
/** A month, since clocks may be wrong and users remember dates badly. */
const MARGIN_BLOCKS = (30 * 24 * 3600) / SECONDS_PER_BLOCK;
/** For each network, its change to two-minute blocks. On mainnet blocks took one minute until then. */
const MILESTONES: Readonly<Record<Network, Milestone>> = {
  mainnet: { height: 1_009_827, time: 1_458_748_658, before: 60, surplus: 3_000, slack: 720 },
  testnet: { height: 624_634, time: 1_448_285_909, before: 120, surplus: 342_100, slack: MARGIN_BLOCKS },
  stagenet: { height: 32_000, time: 1_520_937_818, before: 120, surplus: 60_000, slack: MARGIN_BLOCKS },
};
/** Block times may be two hours wrong, and a user's day may begin earlier in another time zone. */
const MARGIN_SECONDS = 26 * 3600;
const TIMEOUT_MS = 8_000;
/** A day of blocks. */
const OFFSET_BLOCKS = (24 * 3600) / SECONDS_PER_BLOCK;
const OFFSET_DOMAIN = utf8('ostro: blur of the start height');

/** A height that was certainly reached before `time` (seconds), computed without a node. */
export function offlineHeightAt(network: Network, time: number): number {
  return Math.max(0, roughHeightAt(network, time) - MILESTONES[network].surplus - MARGIN_BLOCKS);
}

const roughHeightAt = (network: Network, time: number): number => {
  const { height, time: at, before } = MILESTONES[network];
  return height + Math.floor((time - at) / (time < at ? before : SECONDS_PER_BLOCK));
};

/**
 * A height that was certainly reached before a wallet was made whose words contain the date `since`; all times in
 * seconds. 0 on a devnet, whose chain is younger than that month, and for a date in the future, which a wrong clock
 * wrote.
 */
export function heightSince(network: Network, devnet: boolean, since: number, now: number): number {
  return devnet || since > now ? 0 : offlineHeightAt(network, since);
}

/** The node's tip if it answers within 8 seconds; otherwise undefined. */
export async function tipWithinTimeout(
  blocks: BlockSource,
  clock: Clock,
  timeoutMs = TIMEOUT_MS,
): Promise<ChainTip | undefined> {
  const timeout = new AbortController();
  const timer = new AbortController();
  clock.sleep(timeoutMs, timer.signal).then(
    () => {
      timeout.abort();
    },
    () => undefined,
  );
  try {
    return await blocks.tip(timeout.signal);
  } catch (error) {
    if (isFault(error) || timeout.signal.aborted) return undefined;
    throw error;
  } finally {
    timer.abort();
  }
}

/** Most blocks that a chain can have at `time` (seconds), by the clock alone. */
const mostAt = (network: Network, time: number): number => {
  const { surplus, slack } = MILESTONES[network];
  return Math.max(0, roughHeightAt(network, time) - surplus + slack);
};

/** True for a tip far above what the clock (seconds) allows. A node's devnet has no known age. */
export function isBeyondClock(
  { height, devnet }: Pick<ChainTip, 'height' | 'devnet'>,
  network: Network,
  now: number,
): boolean {
  return !devnet && height > roughHeightAt(network, now) + MARGIN_BLOCKS;
}

/**
 * Birth height of a wallet created now: the tip, but never above what the clock allows. With the false tip of a node,
 * the wallet would skip the money that it receives; a tip far above what the clock allows is not used at all.
 */
export function birthHeight(tip: ChainTip | undefined, network: Network, now: number): number {
  if (!tip) return offlineHeightAt(network, now);
  if (tip.devnet) return tip.height;
  return isBeyondClock(tip, network, now)
    ? offlineHeightAt(network, now)
    : Math.min(tip.height, mostAt(network, now));
}

/**
 * The date in 16 words that are made now, in seconds: that of the clock, but not later than the chain of the node can be. With
 * the date of a clock that is ahead, restoring the words would skip money.
 */
export function dateForWords(tip: ChainTip | undefined, network: Network, now: number): number {
  if (!tip || tip.devnet) return now;
  const { height, time, surplus } = MILESTONES[network];
  // A node that is behind says how far the network is.
  const blocks = Math.max(tip.height, tip.targetHeight) - height + surplus;
  return Math.min(now, time + blocks * SECONDS_PER_BLOCK);
}

/**
 * Number of blocks below its birth height at which a wallet starts to scan, 0 to 719. Without it, the first request
 * would show the node the day and hour of creation. It follows from the keys, so that repeated starts do not show an
 * average.
 */
export function startOffset(viewSecret: SecretKey): number {
  const hash = kernel.keccak256(concat(OFFSET_DOMAIN, viewSecret));
  return ((hash[0]! << 16) | (hash[1]! << 8) | hash[2]!) % OFFSET_BLOCKS;
}

/**
 * The height for a date (seconds) by the node's headers: a day early to be safe, and never above what the clock
 * allows, so that false block times cannot hide earlier blocks. Only one header of a day of blocks is asked for: the
 * requests narrow the date down no further than the first request of the scan does (`startOffset`). Faults: the node's.
 */
export async function heightAt(blocks: BlockSource, tip: ChainTip, time: number): Promise<number> {
  const wanted = time - MARGIN_SECONDS;
  const step = tip.devnet ? 1 : OFFSET_BLOCKS;
  let low = 0;
  let high = Math.ceil(tip.height / step);
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const [header] = await blocks.headers(middle * step, middle * step);
    if (header!.timestamp < wanted) low = middle + 1;
    else high = middle;
  }
  if (tip.devnet) return Math.min(low, tip.height - 1);
  return Math.min(Math.max(0, low - 1) * step, mostAt(tip.network, wanted));
}

/**
 * Lowers a birth height that is above the chain: it comes from a wrong clock or a node's false tip, and the wallet
 * would skip everything that it receives. Undefined when nothing must change. (A node that is behind proves nothing.)
 * The skipped blocks are scanned again.
 */
export function birthBelowTip(state: WalletState, tip: ChainTip, below: number): Change | undefined {
  const { account, chain } = state;
  if (!tip.synchronized || tip.height >= account.restoreHeight) return undefined;
  const empty = chain.hashes.length === 0;
  if (!empty && tip.height < state.height) return undefined;
  const seen = empty ? tip.height : Math.min(tip.height, chain.base + below);
  const restoreHeight = Math.max(0, seen - below);
  // Keep imported outputs.
  const rescan = !empty && state.outputs.length === 0;
  return {
    puts: [put('account', '', { ...account, restoreHeight })],
    deletes: [],
    ...(rescan && { chain: { base: 0 } }),
  };
}
