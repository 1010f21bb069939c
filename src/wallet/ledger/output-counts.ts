/**
 * Stores how many RingCT outputs the chain had after a block: for each of the newest blocks, for fewer and fewer of
 * the older ones. The counts come from scanning; for blocks that were never scanned, from accepted distributions.
 * Distributions and output indices of every node are compared with them.
 */
import type { OutputDistribution } from '../../ports/output-source.ts';
import type { BlockTable } from '../../ports/scan-pool.ts';
import { fault } from '../faults.ts';
import { put } from '../state/state.ts';
import type { OutputCount } from '../state/records/outputs.ts';
import type { Put } from '../state/tables.ts';
import type { Draft } from './draft.ts';

/** Each of this many newest blocks has a record; among older ones the distance doubles with age. */
const DENSE = 128;
/** Largest distance while blocks are read: the node's claimed chain length alone must not make it larger. */
const WIDEST_WHILE_READING = 64;

const stepAt = (age: number): number => (age < DENSE ? 1 : 2 ** Math.floor(Math.log2((2 * age) / DENSE)));
const isKept = (height: number, top: number): boolean => height % stepAt(top - height) === 0;

/** A node's distribution gave the count: no block was scanned for it. */
export function isFromDistribution({ said }: OutputCount): boolean {
  return said === true;
}

/** Number of outputs after the block of a scanned range; undefined before the first RingCT output of the range. */
const countAfter = (outputsAfter: BlockTable['outputsAfter'], block: number): number | undefined => {
  const count = outputsAfter[block];
  return count === undefined || count < 0 ? undefined : count;
};

/**
 * Compares the counts of a scanned range with the stored ones. The first `skip` blocks of the range are known
 * already. Fault node_bad_answer when they contradict each other: this node lied, or an earlier one.
 */
export function compareCounts(
  draft: Pick<Draft, 'get'>,
  startHeight: number,
  { firstOutput, outputsAfter }: BlockTable,
  skip: number,
): void {
  if (firstOutput === undefined) return;
  const scannedCount = (height: number): number | undefined => {
    if (height < 0) return 0;
    const known = draft.get('outputCounts', String(height));
    return known && isFromDistribution(known) ? undefined : known?.count;
  };
  const differs = (height: number, count: number | undefined): boolean => {
    const known = scannedCount(height);
    return known !== undefined && count !== undefined && known !== count;
  };
  let contradicted = differs(startHeight - 1, firstOutput);
  for (let block = 0; block < skip && !contradicted; block++)
    contradicted = differs(startHeight + block, countAfter(outputsAfter, block));
  if (contradicted)
    throw fault('node_bad_answer', {
      address: '',
      what: 'output indices that contradict blocks read before',
      kind: 'indices',
    });
}

/** Stores the counts of a range from block `skip` on, and deletes some old ones. */
export function rememberCounts(
  draft: Draft,
  startHeight: number,
  { count, outputsAfter }: BlockTable,
  skip: number,
  chainHeight: number,
): void {
  const top = startHeight + count - 1;
  const claimed = Math.max(top, chainHeight - 1);
  /** A block that was read contradicts a count from a distribution. */
  let contradicted = false;
  for (let block = skip; block < count; block++) {
    const height = startHeight + block;
    const after = countAfter(outputsAfter, block);
    if (after === undefined) continue;
    const step = Math.min(stepAt(claimed - height), WIDEST_WHILE_READING);
    if (height !== top && height % step !== 0) continue;
    const known = draft.get('outputCounts', String(height));
    contradicted ||= known !== undefined && isFromDistribution(known) && known.count !== after;
    draft.put('outputCounts', String(height), { count: after });
  }
  for (const [key, known] of draft.entries('outputCounts')) {
    const height = Number(key);
    // One false count of a distribution discredits all counts from distributions.
    if ((contradicted && isFromDistribution(known)) || (height < top && !isKept(height, top)))
      draft.delete('outputCounts', key);
  }
}

/** Records from an accepted distribution for blocks below all scanned ones. */
export function distributionCounts(
  known: ReadonlyMap<string, OutputCount>,
  { startHeight, cumulative }: OutputDistribution,
  top: number,
): Put[] {
  const scanned = [...known].filter(([, each]) => !isFromDistribution(each)).map(([key]) => Number(key));
  const end = Math.min(startHeight + cumulative.length, top, ...scanned);
  const puts: Put[] = [];
  for (let height = end - 1; height >= startHeight;) {
    const step = stepAt(Math.max(0, top - height));
    const aligned = height - (height % step);
    if (aligned < startHeight) break;
    if (!known.has(String(aligned)))
      puts.push(
        put('outputCounts', String(aligned), { count: cumulative[aligned - startHeight]!, said: true }),
      );
    height = aligned - 1;
  }
  return puts;
}
