/** The page's composition root: the wallet's worker, a client that talks to it, the page around that. */
import walletWorker from '../workers/wallet.worker.ts?worker&url';
import { createClient } from './client/client.ts';
import { createComlinkPort } from './transport/comlink/client.ts';
import { mountPage } from './ui/app/mount.ts';
import { scriptUrl } from './ui/app/trusted.ts';

const target = document.getElementById('ostro');
if (target === null) throw new Error('The page has no #ostro');

const worker = new Worker(scriptUrl(walletWorker), { type: 'module', name: 'ostro wallet' });
const page = mountPage(target, createClient(createComlinkPort(worker)), {
  ...(import.meta.env.PROD ? { offlineScript: scriptUrl('./sw.js') } : {}),
});
worker.addEventListener('error', ({ message }) => {
  page.fail(new Error(message));
});
