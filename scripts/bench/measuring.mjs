/** How the suites measure: the subjects take turns; a failure is printed and counted, and the rest continues. */
import { messageOf } from '../tools/setup/errors.mjs';

/** @typedef {import('./stats.mjs').Sample} Sample */
/** @typedef {import('./subject.mjs').Subject} Subject */
/**
 * The arguments of a suite. It adds to `failures`.
 * @typedef {Awaited<ReturnType<typeof import('./start.mjs')['startAll']>> & {
 *   readonly cases: readonly string[],
 *   readonly runs: number,
 *   readonly profile: string | undefined,
 *   readonly failures: string[],
 *   readonly say: import('./chain.mjs').Say,
 * }} World
 */
/** @typedef {Pick<World, 'say' | 'failures'>} Reporter */
/** @typedef {{ readonly cases: readonly string[], readonly run: (world: World) => AsyncIterable<Sample> }} Suite */

/**
 * Each run measures all subjects, each time beginning with another one, so that other work of the machine affects all.
 * @template T
 * @param {number} runs
 * @param {readonly T[]} subjects
 * @returns {readonly { readonly run: number, readonly subject: T }[]}
 */
export function takeTurns(runs, subjects) {
  return Array.from({ length: runs }, (_, run) => {
    const first = run % Math.max(1, subjects.length);
    return [...subjects.slice(first), ...subjects.slice(0, first)].map((subject) => ({ run, subject }));
  }).flat();
}

/**
 * One measurement: a sample, or none and a failure.
 * @param {string} what
 * @param {() => Promise<Sample>} work
 * @param {Reporter} reporter
 * @returns {Promise<readonly Sample[]>}
 */
export async function attempt(what, work, { say, failures }) {
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

/** @param {unknown} error */
export function firstLineOf(error) {
  return messageOf(error).split('\n')[0] ?? '';
}

/** @param {unknown} value */
export function jsonOf(value) {
  return JSON.stringify(value, (_key, /** @type {unknown} */ each) =>
    typeof each === 'bigint' ? String(each) : each,
  );
}
