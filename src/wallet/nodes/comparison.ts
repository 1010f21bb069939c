/**
 * Compares the node in use with the one that the person chose for that: after passes of the sync, and before a payment
 * asks or sends anything private. While they disagree nothing is sent and reading continues. When the second node does not
 * answer, nothing is compared.
 */
import { isFault } from '../../base/fault.ts';
import type { Clock } from '../../ports/clock.ts';
import type { NodeControl, NodeSettings } from '../../ports/node-control.ts';
import type { OutputDistribution } from '../../ports/output-source.ts';
import type { Random } from '../../ports/random.ts';
import { below } from '../decoys/gamma.ts';
import { fault, type Difference } from '../faults.ts';
import { SPENDABLE_AGE } from '../../base/chain.ts';
import { compareNodes, countsAgree } from './compare.ts';
import { nodeAt, type NodeList } from './node-list.ts';

/** `node`: the one in use. `since`: milliseconds since the epoch. */
export interface Disagreement {
  readonly what: Difference;
  readonly node: string;
  readonly other: string;
  readonly since: number;
}

export interface Comparison {
  readonly disagreement: Disagreement | undefined;
  /** Compares if the last comparison is older than two minutes, or if the nodes disagree. Faults are ignored. */
  compare(signal: AbortSignal): Promise<void>;
  /** Compares if the last comparison is older than half a minute. Fault nodes_disagree. */
  beforePrivate(): Promise<void>;
  /** Compares a distribution of the node in use at some heights. Fault nodes_disagree. */
  beforeRings(distribution: OutputDistribution): Promise<void>;
  /** Fault nodes_disagree if the last comparison found a disagreement. */
  requireAgreement(): void;
  clear(): void;
}

export interface ComparisonDeps {
  readonly chain: Pick<NodeControl, 'node' | 'at'>;
  readonly clock: Clock;
  readonly random: Random;
  readonly list: () => NodeList;
  readonly changed: () => void;
}

const EVERY_MS = 120_000;
const FRESH_MS = 30_000;
const SAMPLES = 6;
/** Decoys are drawn from about the last year. */
const BLOCKS_IN_A_YEAR = 262_800;

export function createComparison(deps: ComparisonDeps): Comparison {
  const { chain, clock, random, changed } = deps;
  let disagreement: Disagreement | undefined;
  let last: { readonly at: number; readonly node: string; readonly other: string } | undefined;

  const note = ({ node, other }: Pair, what: Difference | undefined): void => {
    last = { at: clock.now(), node: node.address, other: other.address };
    const since = disagreement?.since ?? clock.now();
    const before = disagreement?.what;
    disagreement = what && { what, node: node.address, other: other.address, since };
    if (before !== what) changed();
  };
  /** Does nothing without a second node, or when both were compared less than `ms` ago. */
  const compare = async (ms: number, signal?: AbortSignal): Promise<void> => {
    const pair = pairOf(deps);
    if (!pair) return;
    const { node, other } = pair;
    const same = last?.node === node.address && last.other === other.address;
    if (same && Math.abs(clock.now() - last!.at) < ms) return;
    try {
      note(pair, await compareNodes(chain.at(node), chain.at(other), signal));
    } catch (error) {
      if (!isFault(error)) throw error;
    }
  };
  const requireAgreement = (): void => {
    const pair = pairOf(deps);
    if (
      !disagreement ||
      disagreement.node !== pair?.node.address ||
      disagreement.other !== pair.other.address
    )
      return;
    const { what, node, other } = disagreement;
    throw fault('nodes_disagree', { what, node, other });
  };
  return {
    get disagreement() {
      return disagreement;
    },
    compare: (signal) => compare(disagreement ? 0 : EVERY_MS, signal),
    beforePrivate: async () => {
      await compare(disagreement ? 0 : FRESH_MS);
      requireAgreement();
    },
    beforeRings: async (distribution) => {
      const pair = pairOf(deps);
      if (!pair) return;
      try {
        const heights = sampleHeights(random, distribution);
        if (!(await countsAgree(distribution, heights, chain.at(pair.other)))) note(pair, 'distribution');
      } catch (error) {
        if (!isFault(error)) throw error;
      }
      requireAgreement();
    },
    requireAgreement,
    clear: () => {
      disagreement = undefined;
      last = undefined;
    },
  };
}

interface Pair {
  readonly node: NodeSettings;
  readonly other: NodeSettings;
}
const pairOf = ({ chain, list }: ComparisonDeps): Pair | undefined => {
  const { node } = chain;
  const other = nodeAt(list(), list().compare);
  return node && other && other.address !== node.address ? { node, other } : undefined;
};

/** Heights of the last year, drawn at random, below blocks that a reorg may replace. */
const sampleHeights = (random: Random, { startHeight, cumulative }: OutputDistribution): number[] => {
  const settled = cumulative.length - SPENDABLE_AGE;
  const span = Math.min(settled, BLOCKS_IN_A_YEAR);
  if (span < 1) return [];
  return Array.from({ length: SAMPLES }, () => Math.max(1, startHeight + settled - 1 - below(random, span)));
};
