/** Keeps the screen on while two devices look at each other, where the browser can; answers how to let it sleep again. */
export function keepAwake(): () => void {
  let lock: { release(): Promise<void> } | undefined;
  let over = false;
  const { wakeLock } = navigator as { readonly wakeLock?: WakeLock };
  wakeLock?.request('screen').then(
    (held) => {
      lock = held;
      if (over) void held.release();
    },
    // Saving energy, or not in sight: then it sleeps.
    () => undefined,
  );
  return () => {
    over = true;
    void lock?.release();
  };
}
