/**
 * The platform of a simulated run in the place of Node's: time, timers, random numbers, WebCrypto, IndexedDB and `fetch`
 * come from the scheduler and the seed. Whatever else knows real time or real chance throws, and the run is broken.
 */
import nodeCrypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import type { Dice } from '../dice.ts';
import type { Scheduler } from '../scheduler.ts';
import { writingAtOnce } from '../storage/file-handle.ts';
import { onLook } from '../storage/file-system.ts';
import { SimAbortController, SimAbortSignal } from './events.ts';
import { simulatedCrypto } from './web-crypto.ts';

export interface PlatformWorld {
  readonly scheduler: Scheduler;
  readonly dice: Dice;
  /** Milliseconds since 1970. */
  readonly date: () => number;
  readonly indexedDb: Readonly<Record<string, unknown>>;
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  readonly onSealed: (key: Uint8Array, nonce: Uint8Array) => void;
  /** Something used real time or chance. */
  readonly onReal: (what: string) => void;
}

/** The real one but for `now`: Node takes functions out of it when it loads its `fetch`, which may be during a run. */
const performanceOf = (now: () => never): Performance =>
  Object.create(performance, { now: { value: now } }) as Performance;

/** Takes the place of the platform until the result is called. */
export function usePlatform(world: PlatformWorld): () => void {
  const { dice, onReal, onSealed } = world;
  const refuse = (what: string) => (): never => {
    onReal(what);
    throw new Error(`a simulated run has no ${what}`);
  };
  const intervals = createIntervals(world.scheduler);
  onLook(intervals.catchUp);
  const restore = [
    replace(globalThis, { ...world.indexedDb, ...timersOf(world.scheduler), ...intervals.globals }),
    replace(globalThis, { fetch: world.fetch, crypto: simulatedCrypto(dice, onSealed) }),
    replace(globalThis, { Date: dateOf(world.date), performance: performanceOf(refuse('performance.now')) }),
    replace(Math, { random: refuse('Math.random') }),
    replace(globalThis, { AbortController: SimAbortController, AbortSignal: SimAbortSignal }),
    replace(SimAbortSignal, { timeout: refuse('AbortSignal.timeout') }),
    replace(process, { hrtime: refuse('process.hrtime') }),
    replace(nodeCrypto, { randomBytes: refuse('randomBytes'), randomUUID: refuse('randomUUID') }),
  ];
  syncBuiltinESMExports();
  return () => {
    onLook(() => undefined);
    for (const each of restore.reverse()) each();
    syncBuiltinESMExports();
  };
}

const replace = (target: object, values: Readonly<Record<string, unknown>>): (() => void) => {
  const before = Object.keys(values).map(
    (name) => [name, Object.getOwnPropertyDescriptor(target, name)] as const,
  );
  for (const [name, value] of Object.entries(values))
    Object.defineProperty(target, name, { configurable: true, writable: true, value });
  return () => {
    for (const [name, descriptor] of before)
      if (descriptor) Object.defineProperty(target, name, descriptor);
      else Reflect.deleteProperty(target, name);
  };
};

const dateOf = (now: () => number): typeof Date =>
  class SimulatedDate extends Date {
    constructor(...given: [number?]) {
      super(...((given.length > 0 ? given : [now()]) as [number]));
    }
    static override now(): number {
      return now();
    }
  } as typeof Date;

const timersOf = (scheduler: Scheduler): Readonly<Record<string, unknown>> => ({
  setTimeout: (work: (...args: unknown[]) => void, ms = 0, ...args: unknown[]) => {
    const cancel = scheduler.after(ms, 'platform timer', () => work(...args));
    return { cancel, ref: () => undefined, unref: () => undefined };
  },
  clearTimeout: (timer?: { readonly cancel: () => void }) => timer?.cancel(),
});

interface Interval {
  readonly work: () => void;
  readonly ms: number;
  due: number;
}

/**
 * The wallet server's intervals renew files every few seconds, which nobody sees before he looks at the file. So they run
 * late, once, right before somebody does.
 */
const createIntervals = (scheduler: Scheduler) => {
  const intervals = new Set<Interval>();
  return {
    globals: {
      setInterval: (work: () => void, ms: number) => {
        const interval = { work, ms, due: scheduler.now + ms };
        intervals.add(interval);
        return Object.assign(interval, { unref: () => undefined });
      },
      clearInterval: (interval: Interval) => intervals.delete(interval),
    },
    catchUp: () => {
      for (const each of intervals) {
        if (scheduler.now < each.due) continue;
        each.due = scheduler.now + each.ms;
        if (writingAtOnce(each.work)) intervals.delete(each);
      }
    },
  };
};
