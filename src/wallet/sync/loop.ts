/** Keeps up by itself: one pass after the other, with a wait between two (pace.ts). */
import { isFault } from '../../base/fault.ts';
import { nextWait } from './pace.ts';
import type { Reports } from './reports.ts';
import type { Tips } from './tip.ts';
import type { Refreshed, SyncDeps } from './types.ts';

export interface Loop {
  /** Runs until `signal` is aborted, and never fails. */
  keepUp(seconds: number, signal: AbortSignal): Promise<void>;
  /** Waits longer while the page is hidden. Ends the present wait when this changes. */
  hide(hidden: boolean): void;
}

export interface LoopDeps extends Pick<SyncDeps, 'clock' | 'random'> {
  readonly tips: Pick<Tips, 'tip'>;
  readonly reports: Pick<Reports, 'tell'>;
  /** A pass, or the one that is under way. */
  readonly pass: (signal: AbortSignal) => Promise<Refreshed>;
}

export function createLoop({ clock, random, tips, reports, pass }: LoopDeps): Loop {
  let hidden = false;
  /** Ends the wait between two passes. */
  let wake = (): void => undefined;
  const ended = (signal: AbortSignal): boolean => signal.aborted;

  const untilNext = async (seconds: number, failures: number, signal: AbortSignal): Promise<void> => {
    for (;;) {
      if (ended(signal)) return;
      const was = hidden;
      const nap = new AbortController();
      wake = () => {
        nap.abort();
      };
      signal.addEventListener('abort', wake, { once: true });
      const wait = nextWait({ seconds, hidden, devnet: tips.tip?.devnet ?? false, failures }, random);
      await clock.sleep(wait, nap.signal).catch(() => undefined);
      signal.removeEventListener('abort', wake);
      // Hidden during the wait: it begins anew, and is longer.
      if (was || !hidden) return;
    }
  };
  return {
    keepUp: async (seconds, signal) => {
      let failures = 0;
      let since = 0;
      while (!ended(signal)) {
        try {
          await pass(signal);
          failures = 0;
        } catch (error) {
          if (ended(signal)) return;
          since = failures++ === 0 ? clock.now() : since;
          reports.tell({ phase: 'waiting', problem: { ...problemOf(error), since } });
        }
        await untilNext(seconds, failures, signal);
      }
    },
    hide: (next) => {
      if (next === hidden) return;
      hidden = next;
      wake();
    },
  };
}

/** A bug must not end the loop for good either: it is reported like a fault, and tried again ever more rarely. */
const problemOf = (error: unknown): { readonly fault: string; readonly data: unknown } =>
  isFault(error) ? { fault: error.code, data: error.data } : { fault: 'internal', data: {} };
