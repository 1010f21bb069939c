/**
 * A simulated process: a tab with its workers, or a wallet server. Whatever it waits for is delivered while it runs, when
 * it wakes, or never once it has ended.
 */
import type { Scheduler } from './scheduler.ts';

export interface Process {
  /** Unique in a run. */
  readonly name: string;
  readonly alive: boolean;
  readonly asleep: boolean;
  /** Runs `work` in this process. */
  deliver(work: () => void): void;
  /** Delivers nothing for so long. */
  sleep(ms: number): void;
  end(): void;
  /** `listener` is called when it ends, or at once. */
  onEnd(listener: () => void): void;
}

export function createProcess(scheduler: Scheduler, name: string): Process {
  let alive = true;
  let awakeAt = 0;
  let undelivered: (() => void)[] = [];
  const listeners: (() => void)[] = [];
  const wake = (): void => {
    if (scheduler.now < awakeAt) return;
    const [first, ...rest] = undelivered;
    undelivered = rest;
    if (alive) first?.();
    // Other steps run between these two.
    if (alive && rest.length > 0) scheduler.after(scheduler.dice.wait(5), `${name} wakes`, wake);
  };
  const process: Process = {
    name,
    get alive() {
      return alive;
    },
    get asleep() {
      return scheduler.now < awakeAt || undelivered.length > 0;
    },
    deliver: (work) => {
      if (!alive) return;
      if (process.asleep) undelivered.push(work);
      else work();
    },
    sleep: (ms) => {
      awakeAt = Math.max(awakeAt, scheduler.now + ms);
      scheduler.after(ms, `${name} wakes`, wake);
    },
    end: () => {
      if (!alive) return;
      alive = false;
      undelivered = [];
      for (const listener of listeners) listener();
    },
    onEnd: (listener) => {
      if (alive) listeners.push(listener);
      else listener();
    },
  };
  return process;
}

export function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
