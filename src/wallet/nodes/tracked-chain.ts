/** The chain as a payment uses it; failed questions are tracked, so that a node that does not answer counts as away. */
import type { BlockSource } from '../../ports/block-source.ts';
import type { FeeSource } from '../../ports/fee-source.ts';
import type { NodeControl } from '../../ports/node-control.ts';
import type { OutputSource } from '../../ports/output-source.ts';
import type { Nodes } from './nodes.ts';

export type PublicQuestions = FeeSource &
  Pick<BlockSource, 'tip' | 'headers'> &
  Pick<OutputSource, 'distribution'> &
  Pick<NodeControl, 'node'>;

export function trackedChain(
  chain: PublicQuestions,
  { tracked, comparison }: Pick<Nodes, 'tracked' | 'comparison'>,
): PublicQuestions {
  return {
    get node() {
      return chain.node;
    },
    tip: (signal) => chain.tip(signal),
    headers: (...asked) => tracked('headers', () => chain.headers(...asked)),
    feeEstimate: (signal) => tracked('fees', () => chain.feeEstimate(signal)),
    backlog: (signal) => tracked('backlog', () => chain.backlog(signal)),
    distribution: async (signal) => {
      const distribution = await tracked('distribution', () => chain.distribution(signal));
      await comparison.beforeRings(distribution);
      return distribution;
    },
  };
}
