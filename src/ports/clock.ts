export interface Clock {
  /** Milliseconds since the epoch by the device's clock, which may be set back or forward at any time. */
  now(): number;
  /**
   * Resolves after `ms` of running time, even if the device's date changes (later if the device sleeps). Rejects with
   * the signal's reason.
   */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}
