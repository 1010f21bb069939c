/** Keeps an open wallet up to date: runs one pass after the other and waits between them (pace.ts). */
import { isFault } from '../../base/fault.ts';
import { nextWait } from './pace.ts';
import type { Reports } from './reports.ts';
import type { RulesWatch } from './rules-watch.ts';
import type { Tips } from './tip.ts';
import type { Refreshed, SyncDeps } from './types.ts';

export interface Loop {
  /** Runs passes until `signal` is aborted. Never rejects: a failed pass is reported as a status. */
  keepUp(seconds: number, signal: AbortSignal): Promise<void>;
  /** A hidden page waits longer. A change ends the current wait. */
  hide(hidden: boolean): void;
  /** Ends the current wait. */
  hurry(): void;
}

export interface LoopDeps extends Pick<SyncDeps, 'clock' | 'random'> {
  readonly tips: Pick<Tips, 'tip'>;
  readonly reports: Pick<Reports, 'report'>;
  readonly rules: Pick<RulesWatch, 'newer'>;
  /** Joins the running pass, or starts one. */
  readonly pass: (signal: AbortSignal) => Promise<Refreshed>;
  /** True if the next pass has blocks to read that are known already. */
  readonly hasMore: () => boolean;
}

export function createLoop({ clock, random, tips, reports, rules, pass, hasMore }: LoopDeps): Loop {
  let hidden = false;
  /** Ends the wait between two passes. */
  let endWait = (): void => undefined;
  const ended = (signal: AbortSignal): boolean => signal.aborted;

  const untilNext = async (seconds: number, failures: number, signal: AbortSignal): Promise<void> => {
    for (;;) {
      if (ended(signal)) return;
      const was = hidden;
      const waiting = new AbortController();
      endWait = () => {
        waiting.abort();
      };
      signal.addEventListener('abort', endWait, { once: true });
      const devnet = tips.tip?.devnet ?? false;
      const wait = nextWait({ seconds, hidden, devnet, failures, newerRules: !!rules.newer }, random);
      await clock.sleep(wait, waiting.signal).catch(() => undefined);
      signal.removeEventListener('abort', endWait);
      // The page became hidden during this wait: start a new, longer wait.
      if (was || !hidden || hasMore()) return;
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
          reports.report({ phase: 'waiting', problem: { ...problemOf(error), since } });
        }
        if (failures > 0 || !hasMore()) await untilNext(seconds, failures, signal);
      }
    },
    hide: (next) => {
      if (next === hidden) return;
      hidden = next;
      endWait();
    },
    hurry: () => {
      endWait();
    },
  };
}

/** A bug must not stop the loop either: report it like a fault and try again, less and less often. */
const problemOf = (error: unknown): { readonly fault: string; readonly data: unknown } =>
  isFault(error) ? { fault: error.code, data: error.data } : { fault: 'internal', data: {} };
