/** Time that stands still until the test moves it. */
import type { Clock } from '../../../src/ports/clock.ts';

export interface FakeClock extends Clock {
  /** Moves on by `ms` and wakes whoever sleeps no longer than that. */
  advance(ms: number): Promise<void>;
}

export const createFakeClock = (start: number): FakeClock => {
  let now = start;
  const sleepers = new Set<{ readonly until: number; readonly wake: () => void }>();
  return {
    now: () => now,
    sleep: (ms, signal) =>
      new Promise((resolve, reject) => {
        const sleeper = {
          until: now + ms,
          wake: () => {
            sleepers.delete(sleeper);
            resolve();
          },
        };
        sleepers.add(sleeper);
        signal?.addEventListener('abort', () => {
          sleepers.delete(sleeper);
          reject(new Error('woken'));
        });
      }),
    advance: async (ms) => {
      now += ms;
      for (const sleeper of [...sleepers]) if (sleeper.until <= now) sleeper.wake();
      await new Promise((resolve) => setTimeout(resolve, 0));
    },
  };
};
