/**
 * Reads ranges of blocks and sends them to the scan workers. At most `limit` ranges are ahead of the one that the caller
 * waits for: enough to keep the workers busy, few enough to limit memory.
 */
import type { RawBlocks } from '../../ports/block-source.ts';
import type { ReadAhead } from './read-ahead.ts';

export interface RangePipeline<Scanned> {
  /**
   * Returns the next scanned range in chain order; undefined when the reader has no more. After a failed read it first
   * returns the ranges read before, then throws the error. After a failed scan it throws that error in every call: no
   * range is left out.
   */
  next(): Promise<Scanned | undefined>;
}

export function createRangePipeline<Scanned>(
  reader: Pick<ReadAhead, 'next'>,
  scan: (raw: RawBlocks) => Promise<Scanned>,
  limit: number,
): RangePipeline<Scanned> {
  const ahead: Promise<Scanned>[] = [];
  let reading: Promise<void> | undefined;
  let end: { readonly error?: unknown } | undefined;
  let failedScan: { readonly error: unknown } | undefined;
  const send = (raw: RawBlocks | undefined): void => {
    if (!raw) {
      end = {};
      return;
    }
    const scanned = scan(raw);
    scanned.catch(() => undefined); // the rejection is handled when next() takes this range
    ahead.push(scanned);
  };
  const fill = (): void => {
    if (end || failedScan || ahead.length >= limit) return;
    reading ??= reader
      .next()
      .then(send, (error: unknown) => {
        end = { error };
      })
      .then(() => {
        reading = undefined;
        fill();
      });
  };
  return {
    next: async () => {
      if (failedScan) throw failedScan.error;
      fill();
      while (ahead.length === 0 && reading) {
        await reading;
        fill();
      }
      const scanned = ahead.shift();
      if (!scanned && end && 'error' in end) throw end.error;
      try {
        return await scanned;
      } catch (error) {
        failedScan = { error };
        throw error;
      }
    },
  };
}
