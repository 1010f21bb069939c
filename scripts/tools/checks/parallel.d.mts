/** Types of parallel.mjs for its test. */
export type Job<T> = {
  readonly name: string;
  readonly run: () => T | Promise<T>;
  readonly cores?: number;
  readonly after?: string;
};
export function runInParallel<T>(jobs: readonly Job<T>[], cores: number): Promise<T[]>;
