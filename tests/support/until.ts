import { setTimeout as wait } from 'node:timers/promises';

/**
 * Resolves when the condition holds; asks it again and again, with a pause of 5 ms. There is no time limit: a condition that
 * never holds is ended by the limit of its test, which detects tests that hang.
 */
export async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await holds())) await wait(5);
}
