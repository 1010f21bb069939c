/** The questions of a payment to the node in use, noted so that a node that does not answer them counts as away. */
import type { BlockSource } from '../../ports/block-source.ts';
import type { FeeSource } from '../../ports/fee-source.ts';
import type { NodeControl } from '../../ports/node-control.ts';
import type { OutputSource } from '../../ports/output-source.ts';
import type { Nodes } from './nodes.ts';

export type PublicQuestions = FeeSource &
  Pick<BlockSource, 'tip' | 'headers'> &
  Pick<OutputSource, 'distribution'> &
  Pick<NodeControl, 'node'>;

export function notedChain(
  chain: PublicQuestions,
  { noted, comparison }: Pick<Nodes, 'noted' | 'comparison'>,
): PublicQuestions {
  return {
    get node() {
      return chain.node;
    },
    tip: (signal) => chain.tip(signal),
    headers: (...asked) => noted('headers', () => chain.headers(...asked)),
    feeEstimate: (signal) => noted('fees', () => chain.feeEstimate(signal)),
    backlog: (signal) => noted('backlog', () => chain.backlog(signal)),
    distribution: async (signal) => {
      const distribution = await noted('distribution', () => chain.distribution(signal));
      await comparison.beforeRings(distribution);
      return distribution;
    },
  };
}
