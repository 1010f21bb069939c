/**
 * Groups scanned ranges for commits: a commit costs some milliseconds however little it stores, and a range may be
 * scanned in that time.
 */
import type { Clock } from '../../ports/clock.ts';
import type { RangePipeline } from './range-pipeline.ts';

/** Ranges wait this long at most for further ones: so much work is lost at most when the tab is killed. */
const WAIT_MS = 25;
/** Largest size of the blocks in a group, in bytes, so that memory holds few of them. */
const MAX_BYTES = 8_000_000;
/** Most outputs of ours in a group: storing them takes longer than the commit, and goes on beside the scan. */
const MAX_FOUND = 20;

/** What of a range limits its group. */
interface Sizes {
  readonly bytes: Pick<ArrayBuffer, 'byteLength'>;
  readonly found: { readonly length: number };
}

export interface RangeGroups<Scanned> {
  /**
   * Returns the next ranges in chain order; none when there are no more. Errors of the pipeline are thrown after the
   * ranges before them.
   */
  next(): Promise<readonly Scanned[]>;
}

/** A range for which `isAlone` holds when its turn comes is a group of its own. */
export function createRangeGroups<Scanned extends { readonly range: Sizes }>(
  pipeline: RangePipeline<Scanned>,
  clock: Pick<Clock, 'sleep'>,
  isAlone: (scanned: Scanned) => boolean,
): RangeGroups<Scanned> {
  /** The next range, which may still be in work when a group ends. */
  let coming: Promise<Scanned | undefined> | undefined;
  return {
    next: async () => {
      coming ??= pipeline.next();
      const first = await coming;
      coming = undefined;
      if (!first) return [];
      const group = [first];
      if (isAlone(first)) return group;
      const waiting = new AbortController();
      const ended = clock.sleep(WAIT_MS, waiting.signal).catch(() => undefined);
      let [bytes, found] = [first.range.bytes.byteLength, first.range.found.length];
      while (bytes < MAX_BYTES && found < MAX_FOUND) {
        coming ??= pipeline.next();
        // An error belongs to the next call: the ranges before it are good.
        const another = await Promise.race([coming.catch(() => undefined), ended]);
        if (!another || isAlone(another)) break;
        coming = undefined;
        group.push(another);
        bytes += another.range.bytes.byteLength;
        found += another.range.found.length;
      }
      waiting.abort();
      return group;
    },
  };
}
