/**
 * What the fee goes by. The estimate and the newest blocks follow from the chain alone: they are asked once per tip,
 * and anew when the wallet hears of another one, when another node is in use, and after half a minute in any case. What
 * waits in the pool is asked each time. One of these belongs to one open wallet.
 * Upstream: `NodeRPCProxy` (src/wallet/node_rpc_proxy.cpp).
 */
import { equalBytes } from '../../base/bytes.ts';
import type { BlockHeaderInfo, BlockSource, ChainTip } from '../../ports/block-source.ts';
import type { Clock } from '../../ports/clock.ts';
import type { FeeEstimate, FeeSource } from '../../ports/fee-source.ts';
import type { NodeControl } from '../../ports/node-control.ts';
import type { HeardTip } from '../sync.ts';

export interface FeeMarket extends FeeSource {
  newest(): Promise<NewestBlocks>;
}
export interface NewestBlocks {
  readonly tip: ChainTip;
  /** The last ten, ascending; fewer on a younger chain. */
  readonly headers: readonly BlockHeaderInfo[];
}

export interface FeeMarketDeps {
  readonly chain: FeeSource & BlockSource & Pick<NodeControl, 'node'>;
  readonly clock: Clock;
  /** The tip of the last refresh: while it is fresh the node need not be asked again. */
  readonly lastHeard: () => HeardTip | undefined;
}

const KEPT_MS = 30_000;
const BLOCKS_LOOKED_AT = 10;

type Since = Omit<HeardTip, 'tip'>;
/** Questions about one tip, under way or answered. */
interface Kept extends HeardTip {
  estimate?: Promise<FeeEstimate>;
  newest?: Promise<NewestBlocks>;
}

export const createFeeMarket = ({ chain, clock, lastHeard }: FeeMarketDeps): FeeMarket => {
  let kept: Kept | undefined;
  let asked: (Since & { readonly tip: Promise<ChainTip> }) | undefined;

  const isFresh = ({ from, at }: Since): boolean =>
    // A node that is chosen anew has new settings, so these are never another one's. Clocks are set back, too.
    from === chain.node && Math.abs(clock.now() - at) < KEPT_MS;

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

  return {
    feeEstimate: async () => {
      const on = keptFor(await tipNow());
      return (on.estimate ??= unlessItFails(on, chain.feeEstimate()));
    },
    newest: async () => {
      const on = keptFor(await tipNow());
      return (on.newest ??= unlessItFails(on, newestBelow(chain, on.tip)));
    },
    backlog: (signal) => chain.backlog(signal),
  };
};

const newestBelow = async (blocks: BlockSource, tip: ChainTip): Promise<NewestBlocks> => {
  const first = Math.max(0, tip.height - BLOCKS_LOOKED_AT);
  return { tip, headers: await blocks.headers(first, tip.height - 1) };
};
