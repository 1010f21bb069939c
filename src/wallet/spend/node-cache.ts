/**
 * Caches what a payment asks the node besides ring members. Fee estimate, newest blocks and the output distribution
 * depend on the chain alone: they are requested once per tip, and again when the tip or the node changes, or after
 * ten minutes. A tip is known for half a minute; the pool backlog is requested again after ten seconds. So a fee preview
 * and the payment after it use the same answers. Each open wallet has its own cache.
 * Upstream: `NodeRPCProxy` (src/wallet/node_rpc_proxy.cpp).
 */
import { equalBytes } from '../../base/bytes.ts';
import { isFault } from '../../base/fault.ts';
import type { BlockHeaderInfo, BlockSource, ChainTip } from '../../ports/block-source.ts';
import type { Clock } from '../../ports/clock.ts';
import type { FeeEstimate, PoolBacklogEntry } from '../../ports/fee-source.ts';
import type { NodeSettings } from '../../ports/node-control.ts';
import type { OutputDistribution, OutputSource } from '../../ports/output-source.ts';
import { fault } from '../faults.ts';
import type { PublicQuestions } from '../nodes/tracked-chain.ts';

export interface NodeCache {
  feeEstimate(): Promise<FeeEstimate>;
  /** The node's last answer until it has answered for a new tip: blocks change fees little. Else as `feeEstimate`. */
  likelyEstimate(): Promise<FeeEstimate>;
  backlog(): Promise<readonly PoolBacklogEntry[]>;
  newest(): Promise<NewestBlocks>;
  /** Several megabytes on a long chain. */
  distribution(): Promise<OutputDistribution>;
  /** Drops all answers: one of them turned out to be wrong. */
  forget(): void;
}
export interface NewestBlocks {
  readonly tip: ChainTip;
  /** The last ten block headers, ascending; fewer on a shorter chain. */
  readonly headers: readonly BlockHeaderInfo[];
}

export interface FetchedTip {
  readonly tip: ChainTip;
  readonly from: NodeSettings | undefined;
  /** Time of the request in milliseconds. */
  readonly at: number;
}

export interface NodeCacheDeps {
  readonly chain: PublicQuestions;
  readonly clock: Clock;
  /** The tip that the last refresh got. While it is fresh, the node is not asked again. */
  readonly lastTip: () => FetchedTip | undefined;
}

const TIP_KEPT_MS = 30_000;
const KEPT_MS = 600_000;
/** A person fills in a payment within this time. The distribution is large. */
const DISTRIBUTION_KEPT_MS = 120_000;
const POOL_KEPT_MS = 10_000;
const NEWEST_BLOCKS = 10;

type Since = Omit<FetchedTip, 'tip'>;
/** Requests about one tip, running or answered. */
interface Kept extends FetchedTip {
  estimate?: Promise<FeeEstimate>;
  newest?: Promise<NewestBlocks>;
  distribution?: Promise<OutputDistribution>;
  backlog?: { readonly at: number; readonly entries: Promise<readonly PoolBacklogEntry[]> };
}

/** How old an answer may be: `isYoung` looks at its time, `isFresh` also at its node. */
const agesOf = ({ chain, clock }: Pick<NodeCacheDeps, 'chain' | 'clock'>) => {
  /** The difference may be negative: a clock may be set back. */
  const isYoung = (at: number, ms: number): boolean => Math.abs(clock.now() - at) < ms;
  const isFresh = ({ from, at }: Since, ms: number): boolean =>
    // Settings of another node are another object, so equality means the same node.
    from === chain.node && isYoung(at, ms);
  return { isYoung, isFresh };
};

/** Returns the newer one of the last refresh's tip and the tip requested here. */
const createTipNow = (deps: NodeCacheDeps): (() => Promise<FetchedTip>) => {
  const { chain, clock, lastTip } = deps;
  const { isFresh } = agesOf(deps);
  let requestedTip: (Since & { readonly tip: Promise<ChainTip> }) | undefined;
  const ask = (): NonNullable<typeof requestedTip> => {
    const mine = { from: chain.node, at: clock.now(), tip: chain.tip() };
    requestedTip = mine;
    mine.tip.catch(() => {
      if (requestedTip === mine) requestedTip = undefined;
    });
    return mine;
  };
  return async () => {
    const [latest] = [requestedTip, lastTip()]
      .filter((each) => each !== undefined)
      .filter((each) => isFresh(each, TIP_KEPT_MS))
      .sort((a, b) => b.at - a.at);
    const { tip, ...since } = latest ?? ask();
    return { ...since, tip: await tip };
  };
};

export function createNodeCache(deps: NodeCacheDeps): NodeCache {
  const { chain, clock } = deps;
  const { isYoung, isFresh } = agesOf(deps);
  const tipNow = createTipNow(deps);
  let kept: Kept | undefined;
  let lastEstimate: (Since & { readonly estimate: FeeEstimate }) | undefined;

  /** Nothing runs between this call and the request: it goes to the node that is stored with its answer. */
  const keptFor = ({ tip, at }: FetchedTip): Kept => {
    const isSame = kept && equalBytes(kept.tip.topHash, tip.topHash) && kept.tip.height === tip.height;
    if (kept && isSame && isFresh(kept, KEPT_MS)) return kept;
    return (kept = { tip, at, from: chain.node });
  };
  /** Removes a request that failed, so that the next caller tries again. */
  const unlessItFails = <T>(on: Kept, question: Promise<T>): Promise<T> => {
    question.catch(() => {
      if (kept === on) kept = undefined;
    });
    return question;
  };

  const keptNow = async (): Promise<Kept> => keptFor(await tipNow());

  const feeEstimate = async (): Promise<FeeEstimate> => {
    const on = await keptNow();
    on.estimate ??= unlessItFails(on, chain.feeEstimate());
    const estimate = await on.estimate;
    if (kept === on) lastEstimate = { from: on.from, at: on.at, estimate };
    return estimate;
  };

  return {
    feeEstimate,
    likelyEstimate: async () => {
      const asked = feeEstimate();
      if (!lastEstimate || !isFresh(lastEstimate, KEPT_MS)) return asked;
      asked.catch(() => undefined);
      return lastEstimate.estimate;
    },
    newest: async () => {
      const on = await keptNow();
      return (on.newest ??= unlessItFails(
        on,
        atTip(chain, on.tip, (tip) => newestBelow(chain, tip)),
      ));
    },
    backlog: async () => {
      const on = await keptNow();
      if (!on.backlog || !isYoung(on.backlog.at, POOL_KEPT_MS))
        on.backlog = { at: clock.now(), entries: unlessItFails(on, chain.backlog()) };
      return on.backlog.entries;
    },
    distribution: async () => {
      const on = await keptNow();
      if (!on.distribution) {
        on.distribution = unlessItFails(
          on,
          atTip(chain, on.tip, (tip) => distributionAt(chain, tip)),
        );
        // The distribution is large: free its memory when it is too old to use.
        void clock.sleep(DISTRIBUTION_KEPT_MS).then(() => delete on.distribution);
      }
      return on.distribution;
    },
    forget: () => {
      kept = lastEstimate = undefined;
    },
  };
}

/** A block or a reorg between two questions is no fault: then the second one is asked once more, for the tip of that time. */
const atTip = async <T>(
  chain: Pick<BlockSource, 'tip'>,
  before: ChainTip,
  ask: (tip: ChainTip) => Promise<T>,
): Promise<T> => {
  try {
    return await ask(before);
  } catch (error) {
    if (!isFault(error)) throw error;
    const now = await chain.tip();
    if (now.height === before.height && equalBytes(now.topHash, before.topHash)) throw error;
    return ask(now);
  }
};

const newestBelow = async (blocks: Pick<BlockSource, 'headers'>, tip: ChainTip): Promise<NewestBlocks> => {
  const first = Math.max(0, tip.height - NEWEST_BLOCKS);
  return { tip, headers: await blocks.headers(first, tip.height - 1) };
};

/** A distribution that ends at the tip; retried if a block arrived during the request. Fault decoys_suspicious. */
const distributionAt = async (
  chain: Pick<BlockSource, 'tip'> & Pick<OutputSource, 'distribution'>,
  before: ChainTip,
): Promise<OutputDistribution> => {
  const distribution = await chain.distribution();
  const end = distribution.startHeight + distribution.cumulative.length;
  if (end === before.height) return distribution;
  const after = await chain.tip();
  if (end < Math.min(before.height, after.height) || end > Math.max(before.height, after.height))
    throw fault('decoys_suspicious', { why: 'the distribution does not end at the newest block' });
  return distribution;
};
