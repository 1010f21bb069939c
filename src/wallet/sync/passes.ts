/**
 * Runs passes one after the other. A refresh needs a pass that starts after the call: the running pass may have asked
 * for the tip before the caller's block arrived. All refreshes requested while a pass runs share the next one.
 */
import { fault } from '../faults.ts';
import type { Refreshed } from './types.ts';

/** `startHeight`: as in Sync.refresh. `polls`: the pass looks for news, which another wallet may just have asked for. */
export interface PassOptions {
  readonly startHeight: number;
  readonly polls: boolean;
}

interface Pass {
  readonly end: Promise<Refreshed>;
  readonly signal: AbortSignal;
  readonly polls: boolean;
  /** The highest that a caller of this pass asked for. */
  startHeight: number;
}

export interface Passes {
  /** Settles when the running pass ends; undefined when none runs. */
  readonly running: Promise<Refreshed> | undefined;
  /** Runs a pass that starts after this call. Fault cancelled when `signal` is aborted before it starts. */
  refresh(signal: AbortSignal, startHeight?: number): Promise<Refreshed>;
  /** The running pass, unless it was aborted; then the next one. A pass that it starts polls. */
  join(signal: AbortSignal): Promise<Refreshed>;
}

export function createPasses(
  catchUp: (signal: AbortSignal, options: PassOptions) => Promise<Refreshed>,
): Passes {
  let running: Pass | undefined;
  let next: Pass | undefined;
  const begin = (signal: AbortSignal, startHeight: number, polls: boolean): Pass => {
    const end = catchUp(signal, { startHeight, polls }).finally(() => {
      running = undefined;
    });
    return { end, signal, polls, startHeight };
  };
  const refresh = (signal: AbortSignal, startHeight = 0, polls = false): Promise<Refreshed> => {
    if (!running) return (running = begin(signal, startHeight, polls)).end;
    if (next?.signal === signal && (polls || !next.polls)) {
      next.startHeight = Math.max(next.startHeight, startHeight);
      return next.end;
    }
    const startNext = (): Promise<Refreshed> => {
      if (next === mine) next = undefined;
      if (signal.aborted) throw fault('cancelled');
      // A pass that began after this call will do as well, unless it skips fewer blocks or may have an older tip.
      return running && (mine.polls || !running.polls) && running.startHeight >= mine.startHeight
        ? running.end
        : refresh(signal, mine.startHeight, mine.polls);
    };
    const mine: Pass = { signal, polls, startHeight, end: running.end.then(startNext, startNext) };
    next = mine;
    return mine.end;
  };
  return {
    get running() {
      return running?.end;
    },
    refresh,
    join: (signal) => (running && !running.signal.aborted ? running.end : refresh(signal, 0, true)),
  };
}
