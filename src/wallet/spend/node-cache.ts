/**
 * What a payment asks the node besides ring members. Fee estimate, newest blocks and the distribution of outputs follow
 * from the chain alone: they are asked once per tip, and anew when the wallet hears of another one, when another node
 * is in use, and after half a minute in any case. What waits in the pool is asked again after ten seconds. So a look at
 * prices and the payment after it go by the same answers. One of these belongs to one open wallet.
 * Upstream: `NodeRPCProxy` (src/wallet/node_rpc_proxy.cpp).
 */
import { equalBytes } from '../../base/bytes.ts';
import type { BlockHeaderInfo, BlockSource, ChainTip } from '../../ports/block-source.ts';
import type { Clock } from '../../ports/clock.ts';
import type { FeeEstimate, FeeSource, PoolBacklogEntry } from '../../ports/fee-source.ts';
import type { NodeControl, NodeSettings } from '../../ports/node-control.ts';
import type { OutputDistribution, OutputSource } from '../../ports/output-source.ts';
import { fault } from '../faults.ts';

export interface NodeCache {
  feeEstimate(): Promise<FeeEstimate>;
  backlog(): Promise<readonly PoolBacklogEntry[]>;
  newest(): Promise<NewestBlocks>;
  /** Megabytes on a long chain. */
  distribution(): Promise<OutputDistribution>;
  /** What was kept turned out to be of no use. */
  forget(): void;
}
export interface NewestBlocks {
  readonly tip: ChainTip;
  /** The last ten, ascending; fewer on a younger chain. */
  readonly headers: readonly BlockHeaderInfo[];
}

export interface HeardTip {
  readonly tip: ChainTip;
  /** The node that answered it. */
  readonly from: NodeSettings | undefined;
  /** When it was asked: milliseconds. */
  readonly at: number;
}

export interface NodeCacheDeps {
  readonly chain: FeeSource & BlockSource & Pick<OutputSource, 'distribution'> & Pick<NodeControl, 'node'>;
  readonly clock: Clock;
  /** The tip of the last refresh: while it is fresh the node need not be asked again. */
  readonly lastHeard: () => HeardTip | undefined;
}

const KEPT_MS = 30_000;
const POOL_KEPT_MS = 10_000;
const BLOCKS_LOOKED_AT = 10;

type Since = Omit<HeardTip, 'tip'>;
/** Questions about one tip, under way or answered. */
interface Kept extends HeardTip {
  estimate?: Promise<FeeEstimate>;
  newest?: Promise<NewestBlocks>;
  distribution?: Promise<OutputDistribution>;
  backlog?: { readonly at: number; readonly entries: Promise<readonly PoolBacklogEntry[]> };
}

export function createNodeCache({ chain, clock, lastHeard }: NodeCacheDeps): NodeCache {
  let kept: Kept | undefined;
  let asked: (Since & { readonly tip: Promise<ChainTip> }) | undefined;

  /** Clocks are set back, too. */
  const isYoung = (at: number, ms: number): boolean => Math.abs(clock.now() - at) < ms;
  const isFresh = ({ from, at }: Since): boolean =>
    // A node that is chosen anew has new settings, so these are never another one's.
    from === chain.node && isYoung(at, KEPT_MS);

  /** Of what the last refresh heard and what was asked for here the newer. */
  const tipNow = async (): Promise<HeardTip> => {
    const [latest] = [asked, lastHeard()]
      .filter((each) => each !== undefined)
      .filter(isFresh)
      .sort((a, b) => b.at - a.at);
    const { tip, ...since } = latest ?? ask();
    return { ...since, tip: await tip };
  };
  const ask = (): NonNullable<typeof asked> => {
    const mine = { from: chain.node, at: clock.now(), tip: chain.tip() };
    asked = mine;
    mine.tip.catch(() => {
      if (asked === mine) asked = undefined;
    });
    return mine;
  };

  /** From here to the question nobody else has a turn: it goes to the node whose answers it is kept with. */
  const keptFor = ({ tip, at }: HeardTip): Kept => {
    if (kept && isFresh(kept) && equalBytes(kept.tip.topHash, tip.topHash) && kept.tip.height === tip.height)
      return kept;
    return (kept = { tip, at, from: chain.node });
  };
  /** A question that fails is asked anew by the next who wants to know. */
  const unlessItFails = <T>(on: Kept, question: Promise<T>): Promise<T> => {
    question.catch(() => {
      if (kept === on) kept = undefined;
    });
    return question;
  };

  const keptNow = async (): Promise<Kept> => keptFor(await tipNow());

  return {
    feeEstimate: async () => {
      const on = await keptNow();
      return (on.estimate ??= unlessItFails(on, chain.feeEstimate()));
    },
    newest: async () => {
      const on = await keptNow();
      return (on.newest ??= unlessItFails(on, newestBelow(chain, on.tip)));
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
        on.distribution = unlessItFails(on, distributionAt(chain, on.tip));
        // Too large to lie about when nobody comes for it again.
        void clock.sleep(KEPT_MS).then(() => delete on.distribution);
      }
      return on.distribution;
    },
    forget: () => {
      kept = undefined;
    },
  };
}

const newestBelow = async (blocks: BlockSource, tip: ChainTip): Promise<NewestBlocks> => {
  const first = Math.max(0, tip.height - BLOCKS_LOOKED_AT);
  return { tip, headers: await blocks.headers(first, tip.height - 1) };
};

/** It must end at the tip; a block may have come while it was on its way. Fault decoys_suspicious. */
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
