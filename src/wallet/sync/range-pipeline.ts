/**
 * Sends ranges of blocks through the scan pool. It reads until `most` ranges are ahead of the one that the caller
 * takes: enough to keep the workers busy, few enough to limit memory.
 */
import type { RawBlocks } from '../../ports/block-source.ts';
import type { ReadAhead } from './read-ahead.ts';

export interface RangePipeline<Scanned> {
  /**
   * Returns the next scanned range in chain order; undefined at the end of the chain. After a failed read it first
   * returns the ranges read before, then throws the error.
   */
  next(): Promise<Scanned | undefined>;
}

export function createRangePipeline<Scanned>(
  reader: ReadAhead,
  scan: (raw: RawBlocks) => Promise<Scanned>,
  most: number,
): RangePipeline<Scanned> {
  const ahead: Promise<Scanned>[] = [];
  let reading: Promise<void> | undefined;
  let end: { readonly error?: unknown } | undefined;
  const take = (raw: RawBlocks | undefined): void => {
    if (!raw) {
      end = {};
      return;
    }
    const scanned = scan(raw);
    scanned.catch(() => undefined); // the rejection is handled when next() takes this range
    ahead.push(scanned);
  };
  const fill = (): void => {
    if (end || ahead.length >= most) return;
    reading ??= reader
      .next()
      .then(take, (error: unknown) => {
        end = { error };
      })
      .then(() => {
        reading = undefined;
        fill();
      });
  };
  return {
    next: async () => {
      fill();
      while (ahead.length === 0 && reading) {
        await reading;
        fill();
      }
      const scanned = await ahead.shift();
      if (!scanned && end && 'error' in end) throw end.error;
      return scanned;
    },
  };
}
