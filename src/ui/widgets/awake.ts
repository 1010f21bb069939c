/**
 * Keeps the screen on while another device scans a code, if the browser can. Returns a function that ends this.
 */
export function keepAwake(): () => void {
  const { wakeLock } = navigator as { readonly wakeLock?: WakeLock };
  // Refused, for example to save energy: the screen may turn off.
  const lock = wakeLock?.request('screen').catch(() => undefined);
  return () => {
    void lock?.then((held) => held?.release()).catch(() => undefined);
  };
}
