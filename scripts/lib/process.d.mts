/** Types of process.mjs for the tests. */
export type Child = {
  readonly name: string;
  readonly pid: number | undefined;
  readonly exited: Promise<string>;
  readonly stop: (patience?: number) => Promise<void>;
  readonly isStopping: () => boolean;
  readonly tail: (lines?: number) => string;
};
