/**
 * Ranges of blocks on their way from the node through the scan pool. Reading goes on by itself until so many ranges are
 * ahead of the one that is taken: the workers are kept busy, and memory stays flat.
 */
import type { RawBlocks } from '../../ports/block-source.ts';
import type { ReadAhead } from './read-ahead.ts';

export interface RangePipeline<Scanned> {
  /**
   * The next range in chain order; undefined at the end of the chain. What was read before a failure comes first, then
   * the failure is thrown.
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
    scanned.catch(() => undefined); // reported when its turn comes
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
