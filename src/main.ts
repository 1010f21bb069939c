/** The page's composition root: the wallet's worker, a client that talks to it, the page around that. */
import walletWorker from '../workers/wallet.worker.ts?worker&url';
import { utf8 } from './base/bytes.ts';
import { toHex } from './base/hex.ts';
import { createClient } from './client/client.ts';
import { requestPersistence } from './store/persist.ts';
import { createComlinkPort } from './transport/comlink/client.ts';
import { readHost, type Host } from './transport/host.ts';
import type { DoorFrame } from './transport/page/server.ts';
import { mountPage } from './ui/app/mount.ts';
import { scriptUrl } from './ui/app/trusted.ts';

const target = document.getElementById('ostro');
if (target === null) throw new Error('The page has no #ostro');

const worker = new Worker(scriptUrl(walletWorker), { type: 'module', name: 'ostro wallet' });
const host = readHost(globalThis);
const port = createComlinkPort(worker, host);
/** What only an open door needs is loaded only then. */
const openDoor = async (wanted: Host): Promise<void> => {
  const [{ openPageDoor }, { md5 }] = await Promise.all([
    import('./transport/page/server.ts'),
    import('@noble/hashes/legacy.js'),
  ]);
  openPageDoor(globalThis as DoorFrame, port, wanted, {
    md5: (text) => toHex(md5(utf8(text))),
    nonce: () => btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(16)))),
  });
};
if (host?.rpc) void openDoor(host);
const page = mountPage(target, createClient(port), {
  keepStorage: () => requestPersistence(navigator.storage),
  ...(import.meta.env.PROD ? { offlineScript: scriptUrl('./sw.js') } : {}),
});
worker.addEventListener('error', ({ message }) => {
  page.fail(new Error(message));
});
