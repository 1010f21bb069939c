/** What the daemon module needs, with a clock on which pauses or time limits are shorter. */
import { setTimeout as wait } from 'node:timers/promises';
import { isFault } from '../../../src/base/fault.ts';
import type { HttpWorld } from '../../../src/daemon/http.ts';
import type { Clock } from '../../../src/ports/clock.ts';

/** Longer than any pause, shorter than any time limit of a request. */
const LONGEST_PAUSE_MS = 5000;

/** A clock on which pauses are `pauses` times as short, and time limits `limits` times. */
const fastClock = (pauses: number, limits: number): Clock => ({
  now: () => performance.now(),
  sleep: (ms, signal) =>
    wait(ms / (ms < LONGEST_PAUSE_MS ? pauses : limits), undefined, {
      ref: false,
      ...(signal && { signal }),
    }),
});

/** With short limits, a node that answers needs a quick machine: they are for a node that never does. */
export function nodeWorld({ pauses = 1, limits = 1 } = {}): HttpWorld {
  return {
    fetch: (url, init) => fetch(url, init),
    clock: fastClock(pauses, limits),
    random: { bytes: (n) => crypto.getRandomValues(new Uint8Array(n)) },
  };
}

/** The fault with which a promise rejects; any other outcome fails the test. */
export async function faultOf(promise: Promise<unknown>): Promise<{ code: string; data: unknown }> {
  try {
    await promise;
  } catch (error) {
    if (isFault(error)) return { code: error.code, data: error.data };
    throw error;
  }
  throw new Error('expected a fault, got an answer');
}
