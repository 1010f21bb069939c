/** Reports the height, the speed and the time left while blocks are read, at most ten times a second. */
import type { Clock } from '../../ports/clock.ts';
import type { SyncContext } from './context.ts';
import type { SyncStatus } from './types.ts';

const REPORT_MS = 100;
const WINDOW_MS = 10_000;
const WARM_UP_MS = 5_000;

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

/** Blocks per second over the last ten seconds, from the height reached now; 0 during the first five seconds. */
const createMeter = (clock: Clock, from: number): ((height: number) => number) => {
  const samples = [{ time: clock.now(), height: from }];
  return (height) => {
    const time = clock.now();
    samples.push({ time, height });
    while (samples.length > 2 && samples[1]!.time < time - WINDOW_MS) samples.shift();
    const first = samples[0]!;
    const elapsed = time - first.time;
    return elapsed < WARM_UP_MS ? 0 : Math.round(((height - first.height) * 1000) / elapsed);
  };
};
