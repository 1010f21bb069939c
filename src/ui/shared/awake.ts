/**
 * Keeps the screen on while another device scans a code, if the browser can. Returns a function that ends this.
 */
export function keepAwake(): () => void {
  let lock: { release(): Promise<void> } | undefined;
  let over = false;
  const { wakeLock } = navigator as { readonly wakeLock?: WakeLock };
  wakeLock?.request('screen').then(
    (held) => {
      lock = held;
      if (over) void held.release();
    },
    // Refused, for example to save energy: the screen may turn off.
    () => undefined,
  );
  return () => {
    over = true;
    void lock?.release();
  };
}
