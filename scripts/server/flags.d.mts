/** Types of flags.mjs for its test. */
export class FlagError extends Error {}
export function readFlags(args: readonly string[]): Readonly<Record<string, unknown>>;
export const usage: string;
