/** Runs one job at a time, in the order they came; a failed job does not stop the next. */
export interface Queue {
  run<T>(job: () => Promise<T>): Promise<T>;
  /** Resolves when everything queued so far has ended. */
  idle(): Promise<void>;
}

export function createQueue(): Queue {
  let tail: Promise<unknown> = Promise.resolve();
  return {
    run(job) {
      const result = tail.then(job);
      tail = result.catch(() => undefined);
      return result;
    },
    idle: () => tail.then(() => undefined),
  };
}
