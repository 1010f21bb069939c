/** What the daemon module needs, with a faster clock, so that a test of a minute's time limit takes a second. */
import { setTimeout as wait } from 'node:timers/promises';
import { isFault } from '../../../src/base/fault.ts';
import type { HttpWorld } from '../../../src/daemon/http.ts';
import type { Clock } from '../../../src/ports/clock.ts';

/** A clock on which `speed` seconds pass in one. */
const fastClock = (speed: number): Clock => ({
  now: () => performance.now() * speed,
  sleep: (ms, signal) => wait(ms / speed, undefined, { ref: false, ...(signal && { signal }) }),
});

export function nodeWorld(speed = 1): HttpWorld {
  return {
    fetch: (url, init) => fetch(url, init),
    clock: fastClock(speed),
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
