/** Groups scanned ranges for commits: a commit costs milliseconds, in which a range may be scanned. */
import type { Clock } from '../../ports/clock.ts';
import type { RangePipeline } from './range-pipeline.ts';

/** Time between two groups of a fast scan: so much work is lost at most when the tab is killed. */
const INTERVAL_MS = 100;
/** Largest size of the blocks in a group, in bytes, so that memory holds few of them. */
const MAX_BYTES = 8_000_000;
/** Most outputs of ours in a group: storing them takes longer than the commit, and goes on beside the scan. */
const MAX_FOUND = 20;

/** The properties of a range that limit its group. */
interface Sizes {
  readonly parts: readonly { readonly bytes: Pick<ArrayBuffer, 'byteLength'> }[];
  readonly found: { readonly length: number };
}

export interface RangeGroups<Scanned> {
  /** The next ranges in chain order; none at the end. Errors of the pipeline come after the ranges before them. */
  next(): Promise<readonly Scanned[]>;
}

/** A range for which `isAlone` holds when its turn comes is a group of its own. */
export function createRangeGroups<Scanned extends { readonly range: Sizes }>(
  pipeline: Pick<RangePipeline<Scanned>, 'next'>,
  clock: Clock,
  isAlone: (scanned: Scanned) => boolean,
): RangeGroups<Scanned> {
  /** The next range, which may still be in work when a group ends. */
  let coming: Promise<Scanned | undefined> | undefined;
  /** When the last group was returned. */
  let returned = -Infinity;
  /** Adds what is scanned within `ms` milliseconds and fits into the group. */
  const addMore = async (group: Scanned[], ms: number): Promise<void> => {
    const waiting = new AbortController();
    const ended = clock.sleep(ms, waiting.signal).catch(() => undefined);
    while (!isFull(group)) {
      coming ??= pipeline.next();
      // An error belongs to the next call: the ranges before it are good.
      const another = await Promise.race([coming.catch(() => undefined), ended]);
      if (!another || isAlone(another)) break;
      coming = undefined;
      group.push(another);
    }
    waiting.abort();
  };
  return {
    next: async () => {
      coming ??= pipeline.next();
      const first = await coming;
      coming = undefined;
      if (!first) return [];
      const group = [first];
      if (isAlone(first)) return group;
      // The device's date may be put back.
      const left = Math.min(INTERVAL_MS, returned + INTERVAL_MS - clock.now());
      if (left > 0) await addMore(group, left);
      returned = clock.now();
      return group;
    },
  };
}

const isFull = (group: readonly { readonly range: Sizes }[]): boolean =>
  group.flatMap(({ range }) => range.parts).reduce((sum, { bytes }) => sum + bytes.byteLength, 0) >=
    MAX_BYTES || group.reduce((sum, { range }) => sum + range.found.length, 0) >= MAX_FOUND;
