/** Long work in steps, between which its caller may do something else. */

/** Work that may pause after each of its steps, which take a few milliseconds. */
export type Steps<T> = Generator<undefined, T, undefined>;

/** Does all steps at once. */
export function atOnce<T>(steps: Steps<T>): T {
  let step = steps.next();
  while (step.done !== true) step = steps.next();
  return step.value;
}
