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
  return worker;
}
