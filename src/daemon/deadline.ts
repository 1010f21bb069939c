/** Time limit of a request: some seconds until the first byte, then at least the speed of a slow phone line. */
import type { Clock } from '../ports/clock.ts';

/** The slowest accepted speed in bytes per millisecond: 4 kB/s. */
const SLOWEST = 4;

export interface Deadline {
  /** Aborts the request when the caller's signal is aborted or the time is over. */
  readonly signal: AbortSignal;
  /** True when the time is over, false when the caller aborted. */
  readonly expired: boolean;
  /** Call it with the number of received bytes: each byte extends the time. */
  progress(bytes: number): void;
  /** The outcome of `work`, or a rejection as soon as `signal` is aborted, even if `work` goes on. */
  within<T>(work: Promise<T>): Promise<T>;
  /** Call it when the request has ended in any way. */
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
    // Sums up the sleeps instead of comparing dates, since the device's clock may be changed at any moment.
    for (let slept = 0; slept < allowed;) {
      const left = allowed - slept;
      await clock.sleep(left, watch.signal);
      slept += left;
    }
    expired = true;
    request.abort();
  };
  // `stop` makes the sleep reject: that is its normal end.
  run().catch(() => undefined);
  return {
    signal: request.signal,
    get expired() {
      return expired;
    },
    progress(bytes) {
      allowed = Math.max(allowed, ms + bytes / SLOWEST);
    },
    within: (work) =>
      new Promise((resolve, reject) => {
        const end = () => reject(new Error('the request has ended'));
        work.then(resolve, reject);
        if (request.signal.aborted) end();
        request.signal.addEventListener('abort', end, { once: true });
      }),
    stop() {
      watch.abort();
      caller?.removeEventListener('abort', leave);
    },
  };
}
