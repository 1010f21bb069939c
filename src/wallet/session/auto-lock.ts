/** Locks an open wallet after some minutes in which the user did nothing. */
import type { Clock } from '../../ports/clock.ts';

export interface AutoLock {
  /** Starts counting, when a wallet was opened. 0 minutes: never lock. */
  start(minutes: number): void;
  stop(): void;
  /** Restarts the idle time: the user did something. */
  touch(): void;
}

const MINUTE_MS = 60_000;
/** How often the date is compared: timers stop in sleep, so this locks soon after a laptop wakes up. */
const COMPARE_MS = 15_000;

/**
 * Idle time is the larger of two measures: what the timers counted, and what the device's date says. So setting the
 * clock back does not delay the lock, and the time of a laptop's sleep counts.
 */
export function createAutoLock(clock: Clock, lock: () => void): AutoLock {
  let limit = 0;
  let touched = 0;
  let running: AbortController | undefined;

  const watch = async (signal: AbortSignal): Promise<void> => {
    for (let slept = 0; ;) {
      const left = limit - Math.max(slept, clock.now() - touched);
      if (left <= 0) {
        lock();
        return;
      }
      const step = Math.min(left, COMPARE_MS);
      try {
        await clock.sleep(step, signal);
      } catch {
        return; // stopped
      }
      slept += step;
    }
  };
  const stop = (): void => {
    running?.abort();
    running = undefined;
  };
  const count = (): void => {
    stop();
    touched = clock.now();
    if (limit <= 0) return;
    running = new AbortController();
    void watch(running.signal);
  };
  return {
    stop,
    start: (minutes) => {
      limit = minutes * MINUTE_MS;
      count();
    },
    touch: () => {
      if (running === undefined) return;
      // After a laptop's sleep the user may act before the timer runs: the idle time is over, so lock.
      if (clock.now() - touched < limit) count();
      else {
        stop();
        lock();
      }
    },
  };
}
