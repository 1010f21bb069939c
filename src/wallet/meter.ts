/** Blocks per second, smoothed over the last ten seconds; 0 until five seconds have passed. */
import type { Clock } from '../ports/clock.ts';

const WINDOW_MS = 10_000;
const WARM_UP_MS = 5_000;

export interface Meter {
  reset(height: number): void;
  at(height: number): number;
}

export function createMeter(clock: Clock): Meter {
  let samples: { time: number; height: number }[] = [];
  return {
    reset: (height) => {
      samples = [{ time: clock.now(), height }];
    },
    at: (height) => {
      const time = clock.now();
      samples.push({ time, height });
      while (samples.length > 2 && samples[1]!.time < time - WINDOW_MS) samples.shift();
      const first = samples[0]!;
      const elapsed = time - first.time;
      return elapsed < WARM_UP_MS ? 0 : Math.round(((height - first.height) * 1000) / elapsed);
    },
  };
}
