/**
 * Compares the answers of two nodes to public questions: tip, heights of forks, fee levels and the distribution of
 * outputs. It cannot decide which of them is wrong, and two nodes of one operator may agree on a lie.
 */
import { equalBytes } from '../../base/bytes.ts';
import type { FeeEstimate } from '../../ports/fee-source.ts';
import type { NodePorts } from '../../ports/node-control.ts';
import type { OutputDistribution } from '../../ports/output-source.ts';
import type { Difference } from '../faults.ts';

/** Two honest nodes are at most a few blocks apart. */
const MAX_LAG = 5;
/** The hash is compared so many blocks below the lower tip: the newest blocks are often replaced. */
const DEPTH = 3;
/** The newest blocks whose outputs are counted. */
const COUNTED = 100;

/** Compares the nodes with some small public questions to each. Undefined when they agree. */
export async function compareNodes(
  one: NodePorts,
  two: NodePorts,
  signal?: AbortSignal,
): Promise<Difference | undefined> {
  const [a, b] = [await one.tip(signal), await two.tip(signal)];
  const lower = Math.min(a.height, b.height);
  if (Math.max(a.height, b.height) - lower > MAX_LAG) return 'tip';
  const height = Math.max(0, lower - 1 - DEPTH);
  const [mine] = await one.headers(height, height, signal);
  const [other] = await two.headers(height, height, signal);
  if (!equalBytes(mine!.hash, other!.hash)) return 'tip';
  for (const version of [mine!.majorVersion, mine!.majorVersion + 1]) {
    const planned = (await one.rules(version, signal)).height;
    const known = (await two.rules(version, signal)).height;
    // An older node does not know a planned fork: it says nothing, which is no contradiction.
    if (planned !== undefined && known !== undefined && planned !== known) return 'fork_heights';
  }
  if (!areSimilar(await one.feeEstimate(signal), await two.feeEstimate(signal))) return 'fees';
  const first = Math.max(1, height - COUNTED + 1);
  if (height < first) return undefined;
  const counts = await one.counts(first, height, signal);
  return isSame(counts, await two.counts(first, height, signal)) ? undefined : 'distribution';
}

/** Levels follow from the newest blocks, in which the nodes may differ: a tenth is allowed. */
const areSimilar = ({ fees: mine }: FeeEstimate, { fees: others }: FeeEstimate): boolean =>
  mine.every((fee, i) => {
    const other = others[i]!;
    return 10n * fee <= 11n * other && 10n * other <= 11n * fee;
  });

const isSame = (a: OutputDistribution, b: OutputDistribution): boolean =>
  a.startHeight === b.startHeight &&
  a.cumulative.length === b.cumulative.length &&
  a.cumulative.every((count, i) => count === b.cumulative[i]);

/** True if a node counts as many outputs as this distribution after each block of these heights. */
export async function countsAgree(
  { startHeight, cumulative }: OutputDistribution,
  heights: readonly number[],
  node: NodePorts,
): Promise<boolean> {
  for (const height of heights) {
    const { cumulative: counts } = await node.counts(height, height);
    if (counts.at(-1) !== cumulative[height - startHeight]) return false;
  }
  return true;
}
