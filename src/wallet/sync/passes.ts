/**
 * Passes run one after the other. A pass that is under way may have asked for the tip before a block came that the caller
 * knows of, so it does not count for a refresh: all refreshes that are asked for meanwhile share the next pass.
 */
import { fault } from '../faults.ts';
import type { Refreshed } from './types.ts';

interface Pass {
  readonly end: Promise<Refreshed>;
  readonly signal: AbortSignal;
}

export interface Passes {
  /** The end of the pass that is under way. */
  readonly running: Promise<Refreshed> | undefined;
  /** A pass that begins after this call. Fault cancelled when `signal` is aborted before it begins. */
  refresh(signal: AbortSignal): Promise<Refreshed>;
  /** The pass that is under way, if it is not about to end; else the next. */
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
