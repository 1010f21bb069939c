/** Checks of expected failures: a fault, never a plain error. */
import { expect } from 'vitest';
import { isFault } from '../../src/base/fault.ts';

/** `run` must throw a fault, of the given code if one is named. */
export function expectFault(run: () => unknown, code?: string): void {
  let thrown: unknown;
  try {
    run();
  } catch (error) {
    thrown = error;
  }
  if (!isFault(thrown)) throw new Error(`expected a fault, got ${String(thrown)}`, { cause: thrown });
  if (code !== undefined) expect(thrown.code).toBe(code);
}

/** The code and data of the fault that `run` throws, in one object; 'no fault' when it throws none. */
export function faultOf(run: () => unknown): unknown {
  try {
    run();
  } catch (error) {
    if (!isFault(error)) throw error;
    return { code: error.code, ...(error.data as object) };
  }
  return 'no fault';
}
