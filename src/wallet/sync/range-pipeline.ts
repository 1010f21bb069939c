/**
 * Reads ranges of blocks and sends them to the scan workers. At most `limit` ranges are ahead of the one that the caller
 * waits for: enough to keep the workers busy, few enough to limit memory.
 */
import type { RawBlocks } from '../../ports/block-source.ts';

export interface RangePipeline<Scanned> {
  /**
   * Returns the next scanned range in chain order; undefined when the reader has no more. After a failed read it first
   * returns the ranges read before, then throws the error. After a failed scan it throws that error in every call: no
   * range is left out.
   */
  next(): Promise<Scanned | undefined>;
  /** Applies `replacement` to each range that waits for its turn, or that will wait once it is scanned. */
  replaceWaiting(replacement: (scanned: Scanned) => Promise<Scanned>): void;
}

export function createRangePipeline<Scanned, Raw = RawBlocks>(
  reader: { readonly next: () => Promise<Raw | undefined> },
  scan: (raw: Raw) => Promise<Scanned>,
  limit: number,
): RangePipeline<Scanned> {
  let ahead: readonly Promise<Scanned>[] = [];
  let reading: Promise<void> | undefined;
  let end: { readonly error?: unknown } | undefined;
  let failedScan: { readonly error: unknown } | undefined;
  const send = (raw: Raw | undefined): void => {
    if (!raw) {
      end = {};
      return;
    }
    ahead = [...ahead, waiting(scan(raw))];
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
      const [scanned, ...others] = ahead;
      ahead = others;
      if (!scanned && end && 'error' in end) throw end.error;
      try {
        return await scanned;
      } catch (error) {
        failedScan = { error };
        throw error;
      }
    },
    replaceWaiting: (replacement) => {
      ahead = ahead.map((each) => waiting(each.then(replacement)));
    },
  };
}

/** Returns the promise itself. Its rejection is handled when `next` takes the range; until then it must not count as unhandled. */
const waiting = <Scanned>(scanned: Promise<Scanned>): Promise<Scanned> => {
  scanned.catch(() => undefined);
  return scanned;
};
