/** How the suites measure: the subjects take turns; a failure is printed and counted, and the rest continues. */
import { messageOf } from '../../src/server/errors.mjs';
import type { Say } from './chain.ts';
import type { Sample } from './subject.ts';

/** The arguments of a suite. It adds to `failures`. */
export type World = Awaited<ReturnType<(typeof import('./start.ts'))['startAll']>> & {
  readonly cases: readonly string[];
  readonly runs: number;
  readonly profile: string | undefined;
  readonly failures: string[];
  readonly say: Say;
};
type Reporter = Pick<World, 'say' | 'failures'>;
export interface Suite {
  readonly cases: readonly string[];
  readonly run: (world: World) => AsyncIterable<Sample>;
}

/** A suite that needs nothing but Node. */
export interface LocalSuite {
  readonly cases: readonly string[];
  readonly run: (world: Pick<World, 'cases' | 'runs' | 'say'>) => AsyncIterable<Sample>;
}

/**
 * Each run measures all subjects, each time beginning with another one, so that other work of the machine affects all.
 */
export function takeTurns<T>(
  runs: number,
  subjects: readonly T[],
): readonly { readonly run: number; readonly subject: T }[] {
  return Array.from({ length: runs }, (_, run) => {
    const first = run % Math.max(1, subjects.length);
    return [...subjects.slice(first), ...subjects.slice(0, first)].map((subject) => ({ run, subject }));
  }).flat();
}

/** One measurement: a sample, or none and a failure. */
export async function attempt(
  what: string,
  work: () => Promise<Sample>,
  { say, failures }: Reporter,
): Promise<readonly Sample[]> {
  try {
    const sample = await work();
    say(`${what}: ${Math.round(sample.ms ?? 0)} ms`);
    return [sample];
  } catch (error) {
    say(`${what} failed: ${firstLineOf(error)}`);
    failures.push(`${what}: ${firstLineOf(error)}`);
    return [];
  }
}

export function firstLineOf(error: unknown) {
  return messageOf(error).split('\n')[0] ?? '';
}

export function jsonOf(value: unknown) {
  return JSON.stringify(value, (_key, each: unknown) => (typeof each === 'bigint' ? String(each) : each));
}
