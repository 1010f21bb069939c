/** Measures reading speed: blocks per second over the last ten seconds, 0 during the first five seconds. */
import type { Clock } from '../../ports/clock.ts';

const WINDOW_MS = 10_000;
const WARM_UP_MS = 5_000;

/**
 * Returns a function from the height reached now to the speed in blocks per second. `from`: the height where reading
 * begins.
 */
export function createMeter(clock: Clock, from: number): (height: number) => number {
  const samples = [{ time: clock.now(), height: from }];
  return (height) => {
    const time = clock.now();
    samples.push({ time, height });
    while (samples.length > 2 && samples[1]!.time < time - WINDOW_MS) samples.shift();
    const first = samples[0]!;
    const elapsed = time - first.time;
    return elapsed < WARM_UP_MS ? 0 : Math.round(((height - first.height) * 1000) / elapsed);
  };
}
