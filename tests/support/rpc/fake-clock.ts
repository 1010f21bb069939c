/** A clock that a test advances. */
import type { Clock } from '../../../src/ports/clock.ts';

export interface FakeClock extends Clock {
  /** Advances by `ms`, and ends each sleep that is over by then. */
  advance(ms: number): Promise<void>;
  /** Milliseconds until the next sleep ends; undefined when nothing sleeps. */
  untilNext(): number | undefined;
  /** Changes the date alone, as a person can in the settings of a device: timers do not change. */
  setBack(ms: number): void;
}

export function createFakeClock(start: number): FakeClock {
  let now = start;
  let ran = 0;
  const sleepers = new Set<{ readonly until: number; readonly wake: () => void }>();
  return {
    now: () => now,
    sleep: (ms, signal) =>
      new Promise((resolve, reject) => {
        // Only another turn of the thread is wanted.
        if (ms === 0 && !signal) {
          setTimeout(resolve, 0);
          return;
        }
        const sleeper = {
          until: ran + ms,
          wake: () => {
            sleepers.delete(sleeper);
            signal?.removeEventListener('abort', stop);
            resolve();
          },
        };
        const stop = (): void => {
          sleepers.delete(sleeper);
          reject(new Error('woken'));
        };
        sleepers.add(sleeper);
        signal?.addEventListener('abort', stop, { once: true });
      }),
    untilNext: () =>
      sleepers.size === 0 ? undefined : Math.min(...[...sleepers].map(({ until }) => until)) - ran,
    setBack: (ms) => {
      now -= ms;
    },
    advance: async (ms) => {
      now += ms;
      ran += ms;
      for (const sleeper of [...sleepers]) if (sleeper.until <= ran) sleeper.wake();
      await new Promise((resolve) => setTimeout(resolve, 0));
    },
  };
}
