/** Starts the wallet worker, for both pages of the wallet. */
import walletWorker from '../workers/wallet.worker.ts?worker&url';
import { WORKER_TYPE } from './base/offline-edition.ts';
import { scriptUrl } from './ui/app/trusted.ts';

/** `failed` is called if the worker cannot start, and for errors that nothing in it catches. */
export function startWalletWorker(failed: (error: Error) => void): Worker {
  const worker = new Worker(scriptUrl(walletWorker), { type: WORKER_TYPE, name: 'ostro wallet' });
  worker.addEventListener('error', ({ message }) => {
    failed(new Error(message));
  });
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
