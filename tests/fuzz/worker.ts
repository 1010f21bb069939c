/**
 * Changes inputs of one reader and keeps those that reach more of its code (main.ts). Its sources are instrumented, and
 * `__hits` are their counters. The input of the call that goes on is in shared memory: the main thread has it when a call
 * never ends or takes all memory.
 */
import { inspect } from 'node:util';
import { parentPort, workerData } from 'node:worker_threads';
import { chanceOf, mutate } from './mutate.ts';
import { problemOf, READERS } from './readers.ts';

export interface FuzzStart {
  readonly reader: string;
  readonly corpus: readonly Uint8Array[];
  readonly words: readonly Uint8Array[];
  readonly seed: number;
  readonly places: number;
  readonly milliseconds: number;
  /** Bytes: 4 for the number of calls, 4 for the length of the input, then the input. */
  readonly shared: SharedArrayBuffer;
}
export type FuzzNews =
  | { readonly kind: 'fault'; readonly input: Uint8Array; readonly why: string }
  | {
      readonly kind: 'end';
      readonly corpus: readonly Kept[];
      readonly calls: number;
      readonly reached: number;
    };
/** An input, and the places that it reaches. */
export interface Kept {
  readonly input: Uint8Array;
  readonly places: readonly number[];
}

const MOST_MS = 1000;
const MOST_BYTES = 256 << 20;
const MOST_FAULTS = 20;

const { reader: name, corpus, words, seed, places, milliseconds, shared } = workerData as FuzzStart;
const reader = READERS[name]!;
const counters = (globalThis as unknown as { __hits: Uint8Array }).__hits.subarray(
  0,
  Math.ceil(places / 4) * 4,
);
const quick = new Uint32Array(counters.buffer, 0, counters.length / 4);
const head = new Uint32Array(shared, 0, 2);
const current = new Uint8Array(shared, 8);
/** For each place the classes of counts that were seen: 1, 2, 3, 4 to 7, 8 to 31, 32 to 127, more. */
const seen = new Uint8Array(counters.length);
const kept: Kept[] = [];
const known = new Set<string>();

let allocated = 0;
const Plain = Uint8Array;
globalThis.Uint8Array = new Proxy(Plain, {
  construct(target, args: unknown[], as) {
    if (typeof args[0] === 'number') {
      allocated += args[0];
      if (allocated > MOST_BYTES) throw new Error('more than 256 MB');
    }
    return Reflect.construct(target, args, as) as object;
  },
});

const classOf = (n: number): number => (n < 4 ? 1 << (n - 1) : n < 8 ? 8 : n < 32 ? 16 : n < 128 ? 32 : 64);

/** True if the call reached a place for the first time; all places that it reached are added to `reached`. */
const isNew = (reached: number[]): boolean => {
  let found = false;
  for (let word = 0; word < quick.length; word++) {
    if (quick[word] === 0) continue;
    for (let at = word * 4; at < word * 4 + 4; at++) {
      const n = counters[at]!;
      if (n === 0) continue;
      reached.push(at);
      const bit = classOf(n);
      if ((seen[at]! & bit) !== 0) continue;
      seen[at] = seen[at]! | bit;
      found = true;
    }
  }
  return found;
};

const fault = (input: Uint8Array, why: string): void => {
  // Errors from one place of the sources count as one fault.
  const place = why.split('\n').slice(1, 4).join('\n') || why;
  if (known.has(place) || known.size === MOST_FAULTS) return;
  known.add(place);
  parentPort!.postMessage({ kind: 'fault', input, why } satisfies FuzzNews);
};

const call = async (input: Uint8Array): Promise<void> => {
  head[1] = input.length;
  current.set(input);
  counters.fill(0);
  allocated = 0;
  const [started, before] = [performance.now(), process.cpuUsage()];
  const problem = await problemOf(reader, input.slice());
  if (performance.now() - started > MOST_MS) {
    const { user, system } = process.cpuUsage(before);
    if ((user + system) / 1000 > MOST_MS) fault(input, 'a call took more than a second');
  }
  if (problem !== undefined)
    fault(input, problem instanceof Error ? (problem.stack ?? problem.message) : inspect(problem));
  head[0] = head[0]! + 1;
  const reached: number[] = [];
  if (isNew(reached)) kept.push({ input, places: reached });
};

const run = async (): Promise<void> => {
  const chance = chanceOf(seed);
  for (const input of corpus) await call(input);
  if (kept.length === 0) await call(new Plain());
  const end = performance.now() + milliseconds;
  while (performance.now() < end)
    for (let i = 0; i < 50; i++) {
      // Newer inputs reach what the others do not.
      const from =
        chance.below(2) === 0
          ? chance.below(kept.length)
          : kept.length - 1 - chance.below(Math.min(kept.length, 20));
      await call(mutate(chance, kept[from]!.input, kept[chance.below(kept.length)]!.input, words));
    }
  const reached = seen.reduce((sum, bits) => sum + (bits === 0 ? 0 : 1), 0);
  parentPort!.postMessage({ kind: 'end', corpus: kept, calls: head[0]!, reached } satisfies FuzzNews);
};
await run();
