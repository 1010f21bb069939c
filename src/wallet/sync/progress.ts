/** Reports how far blocks are read, how fast, and how long it will take; ten times a second at most. */
import type { SyncContext } from './context.ts';
import { createMeter } from './meter.ts';
import type { SyncStatus } from './types.ts';

const TELL_MS = 100;

/** To be called with the height reached and the height to reach; `more` goes into the status as well. */
export type ReportProgress = (height: number, target: number, more?: Partial<SyncStatus>) => void;

/** Reading begins at `from` now. */
export function createProgress(
  { clock, reports }: Pick<SyncContext, 'clock' | 'reports'>,
  from: number,
): ReportProgress {
  const speedAt = createMeter(clock, from);
  let toldAt = -Infinity;
  return (height, target, more = {}) => {
    if (clock.now() - toldAt < TELL_MS) return;
    toldAt = clock.now();
    const speed = speedAt(height);
    const left = Math.max(0, target - height);
    reports.tell({
      phase: 'reading',
      targetHeight: target,
      blocksPerSecond: speed,
      secondsLeft: speed > 0 ? Math.ceil(left / speed) : 0,
      ...more,
    });
  };
}
