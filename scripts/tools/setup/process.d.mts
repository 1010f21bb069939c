/** Types of process.mjs for the tests. */
export type Child = {
  readonly name: string;
  readonly pid: number | undefined;
  /** Settles with a sentence when the program has ended; never rejects. */
  readonly exited: Promise<string>;
  readonly stop: (patience?: number) => Promise<void>;
  readonly isStopping: () => boolean;
  readonly tail: (lines?: number) => string;
};

type Setting = { readonly env?: NodeJS.ProcessEnv; readonly cwd?: string };
export function startChild(name: string, command: string, args: readonly string[], setting?: Setting): Child;
export function run(
  command: string,
  args: readonly string[],
  setting?: Setting & { readonly quiet?: boolean; readonly timeout?: number },
): Promise<{ readonly code: number; readonly output: string; readonly timedOut: boolean }>;
export function onEnd(end: (signal: string) => unknown): void;
