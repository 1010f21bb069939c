/** Makes the wallet worker, for both pages of the wallet. */
import walletWorker from '../../workers/wallet.worker.ts?worker&url';
import { WORKER_TYPE } from '../base/offline-edition.ts';
import { scriptUrl } from '../ui/app/trusted.ts';

/** The port starts it (transport/start-worker.ts). */
export function newWalletWorker(): Worker {
  const worker = new Worker(scriptUrl(walletWorker), { type: WORKER_TYPE, name: 'ostro wallet' });
  if (running === undefined) watchLeaving();
  running = worker;
  return worker;
}

let running: Worker | undefined;
/**
 * WebKit keeps a page that was left for the way back, with a worker that still holds the keys and the lock of its wallet:
 * this worker ends when the page is left, and a page that comes back starts anew.
 */
const watchLeaving = (): void => {
  addEventListener('pagehide', () => running?.terminate());
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) location.reload();
  });
};

/** The page hears this when the worker fails: its wallet is closed. */
export const WHEN_FAILED = { whenFailed: { type: 'closed', data: { reason: 'stopped' } } } as const;
