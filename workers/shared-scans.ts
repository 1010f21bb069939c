/**
 * Scans ranges that several wallets read: while all workers are busy, wallets that wait for the same range gather, and the next
 * free worker reads it once for all of them.
 */
import { isFault } from '../src/base/fault.ts';
import type { RawBlocks } from '../src/ports/block-source.ts';
import type { ScannedRange } from '../src/ports/scan-pool.ts';
import { unpackFound, type FoundTable } from '../src/wallet/scan/found-table.ts';

/** Most wallets in one task: the workers share the wallets of a range, and a payment waits for no longer task. */
const MOST_WALLETS = 16;

/** The answer of a worker: what all wallets share, and what each of them found. */
export interface SharedScan {
  readonly common: Omit<ScannedRange, 'parts' | 'offsets' | 'found'>;
  readonly found: readonly FoundTable[];
}

interface Job {
  readonly id: number;
  readonly resolve: (range: ScannedRange) => void;
  readonly reject: (error: unknown) => void;
}

export interface SharedScans {
  /** `raw` is not changed, and the result has its buffer. Rejects with the worker's fault. */
  scan(id: number, raw: RawBlocks): Promise<ScannedRange>;
  /** Takes a wallet out of the tasks that have not begun. Its scans stay unanswered. */
  drop(id: number): void;
}

/** `workers`: the number of tasks at once. `work` scans a range for the wallets with these ids in one worker. */
export function createSharedScans(
  workers: () => number,
  work: (ids: readonly number[], raw: RawBlocks) => Promise<SharedScan>,
): SharedScans {
  /** In the order of the first wallet that asked. */
  const waiting = new Map<RawBlocks, Job[]>();
  let running = 0;
  const run = async (raw: RawBlocks, jobs: readonly Job[]): Promise<void> => {
    try {
      const { common, found } = await work(
        jobs.map(({ id }) => id),
        raw,
      );
      const { bytes, offsets } = raw;
      const shared = { ...common, parts: [{ bytes, firstTx: 0 }], ...(offsets && { offsets }) };
      for (const [i, { resolve }] of jobs.entries()) resolve({ ...shared, found: unpackFound(found[i]!) });
    } catch (error) {
      // A task of several wallets does not say which one failed: each is scanned alone.
      if (jobs.length > 1 && !isFault(error, 'cancelled')) for (const job of jobs) await run(raw, [job]);
      else for (const { reject } of jobs) reject(error);
    }
  };
  const next = (): void => {
    const [first] = waiting;
    if (!first || running >= workers()) return;
    const [raw, jobs] = first;
    const batch = jobs.splice(0, MOST_WALLETS);
    if (jobs.length === 0) waiting.delete(raw);
    running += 1;
    void run(raw, batch).finally(() => {
      running -= 1;
      next();
    });
    next();
  };
  return {
    scan: (id, raw) =>
      new Promise((resolve, reject) => {
        const jobs = waiting.get(raw) ?? [];
        jobs.push({ id, resolve, reject });
        waiting.set(raw, jobs);
        next();
      }),
    drop: (id) => {
      for (const [raw, jobs] of waiting) {
        const others = jobs.filter((job) => job.id !== id);
        if (others.length > 0) waiting.set(raw, others);
        else waiting.delete(raw);
      }
    },
  };
}
