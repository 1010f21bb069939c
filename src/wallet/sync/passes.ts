/**
 * Runs passes one after the other. A refresh needs a pass that starts after the call: the running pass may have asked
 * for the tip before the caller's block arrived. All refreshes requested while a pass runs share the next one.
 */
import { fault } from '../faults.ts';
import type { Refreshed } from './types.ts';

interface Pass {
  readonly end: Promise<Refreshed>;
  readonly signal: AbortSignal;
}

export interface Passes {
  /** Settles when the running pass ends; undefined when none runs. */
  readonly running: Promise<Refreshed> | undefined;
  /** Runs a pass that starts after this call. Fault cancelled when `signal` is aborted before it starts. */
  refresh(signal: AbortSignal): Promise<Refreshed>;
  /** The running pass, unless it was aborted; then the next one. */
  join(signal: AbortSignal): Promise<Refreshed>;
}

export function createPasses(catchUp: (signal: AbortSignal) => Promise<Refreshed>): Passes {
  let running: Pass | undefined;
  let next: Pass | undefined;
  const begin = (signal: AbortSignal): Pass => {
    const end = catchUp(signal).finally(() => {
      running = undefined;
    });
    return { end, signal };
  };
  const refresh = (signal: AbortSignal): Promise<Refreshed> => {
    if (!running) return (running = begin(signal)).end;
    if (next?.signal === signal) return next.end;
    const startNext = (): Promise<Refreshed> => {
      if (next === mine) next = undefined;
      if (signal.aborted) throw fault('cancelled');
      return (running ??= begin(signal)).end;
    };
    const mine: Pass = { signal, end: running.end.then(startNext, startNext) };
    next = mine;
    return mine.end;
  };
  return {
    get running() {
      return running?.end;
    },
    refresh,
    join: (signal) => (running && !running.signal.aborted ? running.end : refresh(signal)),
  };
}
