/** Locks an open wallet after some minutes without a sign of life from the person. */
import type { Clock } from '../../ports/clock.ts';

export interface AutoLock {
  /** A wallet is open: count from now. 0 minutes: never. */
  start(minutes: number): void;
  stop(): void;
  /** The person did something. */
  touch(): void;
}

const MINUTE_MS = 60_000;
/** Timers stand still while a laptop sleeps: the date is compared this often, so that it locks soon after it wakes up. */
const COMPARE_MS = 15_000;

/**
 * Idle time is the longer of what the timers measured and what the device's date says: a date that is put back does not
 * prolong it, and the hours of a laptop's sleep count.
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
      // After a laptop's sleep a touch may come before the timer: it is too late by then.
      if (clock.now() - touched < limit) count();
      else {
        stop();
        lock();
      }
    },
  };
}
