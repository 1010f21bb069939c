/**
 * Returns a function whose callers share runs of `work`, one at a time. Each call gets the outcome of a run that begins after it was made, so
 * that the outcome is as new as with a run of its own.
 */
export function sharedRuns<T>(work: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | undefined;
  let next: Promise<T> | undefined;
  const start = (): Promise<T> => {
    const run = work().finally(() => (running = undefined));
    return (running = run);
  };
  const startNext = (): Promise<T> => {
    next = undefined;
    return start();
  };
  return () => (running ? (next ??= running.then(startNext, startNext)) : start());
}
