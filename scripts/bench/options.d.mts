/** Types of options.mjs for its test. */
export type Options = {
  readonly suites: readonly string[];
  readonly cases: readonly string[];
  readonly runs: number;
  readonly only: readonly string[];
  readonly json?: string;
  readonly profile?: string;
};
export function readOptions(args: readonly string[]): Options | { readonly problem: string };
