/** Types of parents.mjs for its test. */
export function whenNpmEnds(
  ended: () => void,
  world?: {
    readonly env?: Readonly<Record<string, string | undefined>>;
    readonly ppid?: () => number;
  },
): void;
