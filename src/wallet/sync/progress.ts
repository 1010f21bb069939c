/** Reports the height, the speed and the time left while blocks are read, at most ten times a second. */
import type { SyncContext } from './context.ts';
import { createMeter } from './meter.ts';
import type { SyncStatus } from './types.ts';

const REPORT_MS = 100;

/** Call it with the height reached and the height to reach. `more` is added to the status. */
export type ReportProgress = (height: number, target: number, more?: Partial<SyncStatus>) => void;

/** Starts measuring at height `from`. */
export function createProgress(
  { clock, reports }: Pick<SyncContext, 'clock' | 'reports'>,
  from: number,
): ReportProgress {
  const speedAt = createMeter(clock, from);
  let reportedAt = -Infinity;
  return (height, target, more = {}) => {
    if (clock.now() - reportedAt < REPORT_MS) return;
    reportedAt = clock.now();
    const speed = speedAt(height);
    const left = Math.max(0, target - height);
    reports.report({
      phase: 'reading',
      targetHeight: target,
      blocksPerSecond: speed,
      secondsLeft: speed > 0 ? Math.ceil(left / speed) : 0,
      ...more,
    });
  };
}
