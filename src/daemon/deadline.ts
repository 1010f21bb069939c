/** How long a node may take: some seconds until its first byte, and then at least the speed of a slow phone line. */
import type { Clock } from '../ports/clock.ts';

/** Slowest rate that keeps an answer going, in bytes per millisecond: 4 kB/s. */
const SLOWEST = 4;

export interface Deadline {
  /** Aborts the request, on the caller's signal or when time is up. */
  readonly signal: AbortSignal;
  /** True when time is up, false when the caller aborted. */
  readonly expired: boolean;
  /** Adds `bytes` received; each byte extends the deadline. */
  progress(bytes: number): void;
  /** Call it when the request ends, with any outcome. */
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
    // Adds up the time slept: the device's clock may be set back or forward at any moment.
    for (let slept = 0; slept < allowed;) {
      const left = allowed - slept;
      await clock.sleep(left, watch.signal);
      slept += left;
    }
    expired = true;
    request.abort();
  };
  // The sleep rejects when `stop` is called: its normal end.
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
