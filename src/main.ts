/** Starts the page: the wallet worker, a client for it, and the screens. */
import { md5 } from '@noble/hashes/legacy.js';
import { utf8 } from './base/bytes.ts';
import { toHex } from './base/hex.ts';
import { createClient } from './client/client.ts';
import { requestPersistence } from './store/persist.ts';
import { createComlinkPort } from './transport/comlink/client.ts';
import { readHost } from './transport/host.ts';
import { openPageDoor, type PageGlobal } from './transport/page/server.ts';
import { answerForwardedCalls } from './transport/service-worker/page.ts';
import { createRpcAccessToggle } from './transport/service-worker/switch.ts';
import { browserStorage, mountPage, type MountedPage } from './ui/app/mount.ts';
import { scriptUrl } from './ui/app/trusted.ts';
import { startWalletWorker } from './wallet-worker.ts';

const target = document.getElementById('ostro');
if (target === null) throw new Error('The page has no #ostro');

let page: MountedPage | undefined;
const startWorker = (): Worker => startWalletWorker((error) => page?.fail(error));
const host = readHost(globalThis);
// With a folder, the worker is never replaced: it holds files of the folder in memory. Closing a wallet then only
// overwrites the keys.
const port = createComlinkPort(startWorker, host, host?.folder === undefined ? { endsAfter: 'closed' } : {});
const digest = {
  md5: (text: string) => toHex(md5(utf8(text))),
  nonce: () => btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(16)))),
};
if (host?.rpc) openPageDoor(globalThis as PageGlobal, port, host);
const door = 'serviceWorker' in navigator ? createRpcAccessToggle(browserStorage(), digest) : undefined;
if (door)
  answerForwardedCalls(navigator.serviceWorker, {
    open: () => door.current(),
    ask: (text) => port.text(text),
  });
if (host?.screens !== false)
  page = mountPage(target, createClient(port), {
    keepStorage: () => requestPersistence(navigator.storage),
    door,
    ...(import.meta.env.PROD ? { offlineScript: scriptUrl('./sw.js') } : {}),
  });
