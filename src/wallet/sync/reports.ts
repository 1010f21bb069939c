/** Holds the status of the sync and calls its listeners. */
import type { Ledger } from '../state/state.ts';
import type { Tips } from './tip.ts';
import type { Sync, SyncStatus } from './types.ts';

export interface Reports extends Pick<Sync, 'onStatus'> {
  readonly status: SyncStatus;
  /** Sets and reports the status. Fields missing in `next` keep their value, except `problem` and `searchHeight`. */
  report(next: Partial<SyncStatus>): void;
}

export function createReports({ state }: Ledger, tips: Pick<Tips, 'tip'>): Reports {
  const statusListeners = new Set<(status: SyncStatus) => void>();
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
    onStatus: (listener) => {
      statusListeners.add(listener);
    },
  };
}
