export interface Clock {
  /** Milliseconds since the epoch by the device's date, which its owner or the network may put back or forward. */
  now(): number;
  /** Resolves after `ms` of running time, whatever becomes of the date (and later when the device sleeps), or rejects with the signal's reason. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}
