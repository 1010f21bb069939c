/** Locks an open wallet after some minutes without a sign of life from the person. */
import type { Clock } from '../ports/clock.ts';

export interface AutoLock {
  /** A wallet is open: count from now. 0 minutes: never. */
  start(minutes: number): void;
  stop(): void;
  /** The person did something. */
  touch(): void;
}

const MINUTE_MS = 60_000;

export const createAutoLock = (clock: Clock, lock: () => void): AutoLock => {
  let touched = 0;
  let running: AbortController | undefined;

  const watch = async (limit: number, signal: AbortSignal): Promise<void> => {
    // A laptop that slept wakes up late: then the first look finds the time long past.
    for (;;) {
      const left = touched + limit - clock.now();
      if (left <= 0) {
        lock();
        return;
      }
      try {
        await clock.sleep(left, signal);
      } catch {
        return; // stopped
      }
    }
  };
  const stop = (): void => {
    running?.abort();
    running = undefined;
  };
  return {
    stop,
    start: (minutes) => {
      stop();
      touched = clock.now();
      if (minutes <= 0) return;
      running = new AbortController();
      void watch(minutes * MINUTE_MS, running.signal);
    },
    touch: () => {
      touched = clock.now();
    },
  };
};
