/** Holds the status of the sync, and calls the listeners for the status and for changed records. */
import type { Ledger } from '../state/state.ts';
import type { Tips } from './tip.ts';
import type { Sync, SyncStatus } from './types.ts';

export interface Reports extends Pick<Sync, 'onStatus' | 'onChange'> {
  readonly status: SyncStatus;
  /** Sets and reports the status. Fields missing in `next` keep their value, except `problem` and `searchHeight`. */
  report(next: Partial<SyncStatus>): void;
  /** Calls the listeners for changed records. */
  changed(): void;
}

export function createReports({ state }: Ledger, tips: Pick<Tips, 'tip'>): Reports {
  const statusListeners = new Set<(status: SyncStatus) => void>();
  const changeListeners = new Set<() => void>();
  let status: SyncStatus = {
    phase: 'idle',
    height: state.height,
    targetHeight: 0,
    startHeight: state.height,
    blocksPerSecond: 0,
    secondsLeft: 0,
    devnet: false,
  };
  return {
    get status() {
      return status;
    },
    report: (next) => {
      const { problem: _old, searchHeight: _before, ...rest } = status;
      status = { ...rest, height: state.height, devnet: tips.tip?.devnet ?? status.devnet, ...next };
      for (const listener of statusListeners) listener(status);
    },
    changed: () => {
      for (const listener of changeListeners) listener();
    },
    onStatus: (listener) => {
      statusListeners.add(listener);
    },
    onChange: (listener) => {
      changeListeners.add(listener);
    },
  };
}
