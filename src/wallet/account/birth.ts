/**
 * From which block on a wallet has to look: heights of dates, from a node's headers or from the clock alone.
 * Upstream: `get_approximate_blockchain_height`, `estimate_blockchain_height`, `get_blockchain_height_by_date` in
 * src/wallet/wallet2.cpp.
 */
import { concat, utf8 } from '../../base/bytes.ts';
import { isFault } from '../../base/fault.ts';
import { kernel } from '../../kernel/kernel.ts';
import type { BlockSource, ChainTip } from '../../ports/block-source.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Network } from '../../protocol/address/address.ts';

/** A block whose time is known (seconds), and how fast blocks came before and after it. */
interface Milestone {
  readonly height: number;
  readonly time: number;
  /** Seconds per block before it. */
  readonly before: number;
  /** How far such estimates run ahead of the real chain (rollbacks, slow times). */
  readonly surplus: number;
}

const SECONDS_PER_BLOCK = 120;
/** Each network's change to two-minute blocks; mainnet had one-minute blocks until then. */
const MILESTONES: Readonly<Record<Network, Milestone>> = {
  mainnet: { height: 1_009_827, time: 1_458_748_658, before: 60, surplus: 3_000 },
  testnet: { height: 624_634, time: 1_448_285_909, before: 120, surplus: 342_100 },
  stagenet: { height: 32_000, time: 1_520_937_818, before: 120, surplus: 60_000 },
};
/** A month: clocks are wrong, and so are people's memories of dates. */
const MARGIN_BLOCKS = (30 * 24 * 3600) / SECONDS_PER_BLOCK;
/** Block times may lie two hours off; a person's day begins elsewhere earlier. */
const MARGIN_SECONDS = 26 * 3600;
const PATIENCE_MS = 8_000;
/** A day of blocks. */
const BLUR_BLOCKS = (24 * 3600) / SECONDS_PER_BLOCK;
const BLUR_DOMAIN = utf8('ostro: blur of the start height');

/** A height that surely lies before `time` (seconds), without asking anybody. */
export const offlineHeightAt = (network: Network, time: number): number =>
  Math.max(0, roughHeightAt(network, time) - MILESTONES[network].surplus - MARGIN_BLOCKS);

const roughHeightAt = (network: Network, time: number): number => {
  const { height, time: at, before } = MILESTONES[network];
  return height + Math.floor((time - at) / (time < at ? before : SECONDS_PER_BLOCK));
};

/** The tip, if a node answers soon; undefined when none does. */
export const tipSoon = async (
  blocks: BlockSource,
  clock: Clock,
  patienceMs = PATIENCE_MS,
): Promise<ChainTip | undefined> => {
  const patience = new AbortController();
  const timer = new AbortController();
  clock.sleep(patienceMs, timer.signal).then(
    () => {
      patience.abort();
    },
    () => undefined,
  );
  try {
    return await blocks.tip(patience.signal);
  } catch (error) {
    if (isFault(error) || patience.signal.aborted) return undefined;
    throw error;
  } finally {
    timer.abort();
  }
};

/**
 * Where a wallet begins that is made now. A node that claims more blocks than there can have been would make the
 * wallet blind for what it receives: then the clock decides.
 */
export const birthHeight = (tip: ChainTip | undefined, network: Network, now: number): number => {
  if (!tip) return offlineHeightAt(network, now);
  const possible = roughHeightAt(network, now) + MARGIN_BLOCKS;
  return tip.devnet || tip.height <= possible ? tip.height : offlineHeightAt(network, now);
};

/**
 * How many blocks lower a wallet begins to read than it has to, 0 to 719: the first request would tell the node the day
 * and hour it was made. Always the same for the same keys, so that many fresh starts do not show the middle.
 */
export const startBlur = (viewSecret: Uint8Array): number => {
  const hash = kernel.keccak256(concat(BLUR_DOMAIN, viewSecret));
  return ((hash[0]! << 16) | (hash[1]! << 8) | hash[2]!) % BLUR_BLOCKS;
};

/** The height of a date (seconds) by the node's headers, a day early to be safe. Faults: the node's. */
export const heightAt = async (blocks: BlockSource, tip: ChainTip, time: number): Promise<number> => {
  const wanted = time - MARGIN_SECONDS;
  let low = 0;
  let high = tip.height - 1;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const [header] = await blocks.headers(middle, middle);
    if (header!.timestamp < wanted) low = middle + 1;
    else high = middle;
  }
  return Math.max(0, low);
};
