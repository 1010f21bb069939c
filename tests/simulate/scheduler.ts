/**
 * The one scheduler of a simulated run: timers, storage, requests, answers, programs and kills are events in its queue.
 * Events of one moment take their turn in an order that the seed decides. Between two events all promises of the engine
 * settle, which is the only use of the real event loop. Nothing else may read a clock or random numbers.
 */
import { createHash } from 'node:crypto';
import { setImmediate as afterPromises } from 'node:timers';
import { createDice, type Dice } from './dice.ts';

export interface Scheduler {
  /** Milliseconds since the run began. */
  readonly now: number;
  readonly dice: Dice;
  /** Number of events so far. */
  readonly steps: number;
  /** Runs `event` after `ms`. The result removes it. `what` stands in the trace. */
  after(ms: number, what: string, event: () => void): () => void;
  /** Adds a line to the trace. */
  note(what: string): void;
  /** SHA-256 of the trace. */
  readonly hash: string;
  /** The newest lines of the trace. */
  readonly lines: readonly string[];
  /** Number of events that wait. */
  readonly waiting: number;
  /**
   * Runs all events up to `until`, or until `isOver`. `check` runs behind each one and throws when an invariant is broken.
   */
  run(until: number, check: () => void, isOver?: () => boolean): Promise<void>;
}

interface Waiting {
  readonly time: number;
  /** Decides between events of one moment. */
  readonly tie: number;
  readonly what: string;
  readonly event: () => void;
}
const KEPT_LINES = 400;

/** All promises that can settle have settled. */
const nextTurn = (): Promise<void> => new Promise((resolve) => void afterPromises(resolve));

/** `onLine` gets each line of the trace. */
export function createScheduler(seed: string, onLine?: (line: string) => void): Scheduler {
  const dice = createDice(`${seed} schedule`);
  const trace = createHash('sha256');
  const queue = createHeap();
  const lines: string[] = [];
  /** Lines at the end of `lines` that are not in the hash yet: a call for each line costs more than the hash. */
  let unhashed = 0;
  let now = 0;
  let steps = 0;
  const hashLines = (): void => {
    if (unhashed > 0) trace.update(`${lines.slice(-unhashed).join('\n')}\n`);
    unhashed = 0;
  };
  const note = (what: string): void => {
    const line = `${Math.round(now)} ${what}`;
    onLine?.(line);
    lines.push(line);
    if (++unhashed === KEPT_LINES) hashLines();
    if (lines.length > 2 * KEPT_LINES) lines.splice(0, KEPT_LINES);
  };
  return {
    get now() {
      return now;
    },
    get steps() {
      return steps;
    },
    dice,
    note,
    lines,
    get hash() {
      hashLines();
      return trace.copy().digest('hex');
    },
    after: (ms, what, event) => {
      const waiting = { time: now + Math.max(0, ms), tie: dice.next(), what, event };
      queue.add(waiting);
      return () => queue.remove(waiting);
    },
    get waiting() {
      return queue.size;
    },
    run: async (until, check, isOver = () => false) => {
      await nextTurn();
      for (let first = queue.first(); first && first.time <= until; first = queue.first()) {
        queue.remove(first);
        now = first.time;
        steps += 1;
        note(first.what);
        first.event();
        await nextTurn();
        check();
        if (isOver()) return;
      }
      now = until;
    },
  };
}

const isBefore = (a: Waiting, b: Waiting): boolean => a.time < b.time || (a.time === b.time && a.tie < b.tie);

/** A binary heap; removed items stay in it until they come up. */
const createHeap = () => {
  const items: Waiting[] = [];
  const gone = new Set<Waiting>();
  const swap = (i: number, j: number): void => {
    [items[i], items[j]] = [items[j]!, items[i]!];
  };
  const down = (): void => {
    for (let i = 0; ;) {
      const children = [2 * i + 1, 2 * i + 2].filter((child) => child < items.length);
      const least = children.reduce(
        (best, child) => (isBefore(items[child]!, items[best]!) ? child : best),
        i,
      );
      if (least === i) return;
      swap(i, least);
      i = least;
    }
  };
  const pop = (): void => {
    swap(0, items.length - 1);
    gone.delete(items.pop()!);
    down();
  };
  return {
    get size() {
      return items.length - gone.size;
    },
    add: (item: Waiting): void => {
      items.push(item);
      for (let i = items.length - 1; i > 0;) {
        const parent = (i - 1) >> 1;
        if (!isBefore(items[i]!, items[parent]!)) return;
        swap(i, parent);
        i = parent;
      }
    },
    first: (): Waiting | undefined => {
      while (items[0] && gone.has(items[0])) pop();
      return items[0];
    },
    remove: (item: Waiting): void => {
      if (items[0] === item) pop();
      else gone.add(item);
    },
  };
};
