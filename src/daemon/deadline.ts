/** How long a node may take: some seconds for its first byte, and afterwards no slower than a bad phone line. */
import type { Clock } from '../ports/clock.ts';

/** Bytes per millisecond that keep an answer alive: 4 kB/s. */
const SLOWEST = 4;

export interface Deadline {
  /** Ends the request, by the caller's wish or by time. */
  readonly signal: AbortSignal;
  /** Time is up (and not: the caller gave up). */
  readonly expired: boolean;
  /** `bytes` of the answer have come: each buys time. */
  progress(bytes: number): void;
  /** To be called when the request ended, however it did. */
  stop(): void;
}

export function startDeadline(clock: Clock, ms: number, caller?: AbortSignal): Deadline {
  const request = new AbortController();
  const watch = new AbortController();
  let allowed = ms;
  let expired = false;
  const leave = () => request.abort(caller?.reason);
  if (caller?.aborted) leave();
  caller?.addEventListener('abort', leave, { once: true });
  const run = async () => {
    // Added up from what was slept: the device's date may be put back or forward at any moment.
    for (let slept = 0; slept < allowed;) {
      const left = allowed - slept;
      await clock.sleep(left, watch.signal);
      slept += left;
    }
    expired = true;
    request.abort();
  };
  // The sleep rejects when the watch is stopped: that is its normal end.
  run().catch(() => undefined);
  return {
    signal: request.signal,
    get expired() {
      return expired;
    },
    progress(bytes) {
      allowed = Math.max(allowed, ms + bytes / SLOWEST);
    },
    stop() {
      watch.abort();
      caller?.removeEventListener('abort', leave);
    },
  };
}
