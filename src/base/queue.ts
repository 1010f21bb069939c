/** Runs jobs one at a time, in order; a failed job does not stop the next one. */
export interface Queue {
  run<T>(job: () => Promise<T>): Promise<T>;
  /** Resolves when all jobs queued so far have ended. */
  idle(): Promise<void>;
}

export function createQueue(): Queue {
  let tail: Promise<void> = Promise.resolve();
  return {
    run(job) {
      const result = tail.then(job);
      // Without its result, which may be large, or secret.
      tail = result.then(
        () => undefined,
        () => undefined,
      );
      return result;
    },
    idle: () => tail,
  };
}
