export interface Clock {
  /** Milliseconds since the epoch by the device's clock, which may be changed at any time. */
  now(): number;
  /**
   * Resolves after `ms` of running time, whatever the device's date says (later if the device sleeps). Rejects with
   * the signal's reason.
   */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}
