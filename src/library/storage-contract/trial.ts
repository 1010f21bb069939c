/** Time limits and expectations of the checks. */
import type { StorageTrial } from '../storage-trial.ts';

/** A call that did not end in time. */
class LateCall extends Error {}

/** The value of the call. Throws a LateCall that names `what` when it does not end in time. */
export async function within<T>(
  { limitMs = 15_000 }: StorageTrial,
  what: string,
  work: Promise<T>,
): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new LateCall(`${what} did not end in ${limitMs} ms`)), limitMs);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Throws an Error that says what must be so, unless it is. */
export function must(so: boolean, what: string): void {
  if (!so) throw new Error(what);
}

/** Waits for the error of a call. Throws an Error when it did not reject, or not in time. */
export async function rejection(what: string, work: Promise<unknown>): Promise<unknown> {
  let answer: unknown;
  try {
    answer = await work;
  } catch (error) {
    if (error instanceof LateCall) throw error;
    return error;
  }
  throw new Error(`${what} must reject, and resolved with ${String(answer)}`);
}

/** The name of a wallet that no other check uses. */
export function newName(): string {
  return `contract-${Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}

/** Tries again until the answer is not undefined, which a lease that has just ended may need. */
export async function eventually<T>(
  trial: StorageTrial,
  what: string,
  attempt: () => Promise<T | undefined>,
): Promise<T> {
  const until = Date.now() + (trial.limitMs ?? 15_000);
  for (;;) {
    const answer = await attempt();
    if (answer !== undefined) return answer;
    must(Date.now() < until, what);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
