/**
 * The service worker: stores the whole app when a version is installed, and serves it offline. A new version is used
 * only after the user agrees. Requests to other origins (the node) are not touched. It also forwards `POST
 * {app}/json_rpc` to a page that allows it.
 *
 * This script contains the hash of every file of its version, and the browser compares the script itself byte by
 * byte. If a file has another hash, the version is not stored: the previous one stays, and open pages get a message.
 */
import {
  fetchVersion,
  WrongFile,
  type Refusal,
  type Version,
} from '../src/transport/service-worker/version.ts';
import { isOwn, forwardRpc, FORBIDDEN } from '../src/transport/service-worker/worker.ts';

declare const __PRECACHE__: Version;

/** The type library types `self` as a general worker. */
const worker = self as unknown as ServiceWorkerGlobalScope;
const HOME = new URL(worker.registration.scope).pathname;
const RPC = `${HOME}json_rpc`;
const CACHE = `ostro-app-${__PRECACHE__.version}`;

worker.addEventListener('install', (event) => {
  event.waitUntil(store());
});
/** Stores all files or none. */
const store = async (): Promise<void> => {
  try {
    const files = await fetchVersion((url, init) => fetch(url, init), __PRECACHE__);
    const cache = await caches.open(CACHE);
    await Promise.all(files.map(([path, response]) => cache.put(path, response)));
  } catch (error) {
    await caches.delete(CACHE);
    if (error instanceof WrongFile) await reportRefusal(error.path);
    throw error;
  }
};
const reportRefusal = async (path: string): Promise<void> => {
  const refusal: Refusal = { type: 'ostro version refused', path };
  for (const page of await pages()) page.postMessage(refusal);
};

worker.addEventListener('activate', (event) => {
  const clean = async (): Promise<void> => {
    for (const name of await caches.keys())
      if (name.startsWith('ostro-app-') && name !== CACHE) await caches.delete(name);
    await worker.clients.claim();
  };
  event.waitUntil(clean());
});

/** Whether a page is the app: only the root is, under either name; other pages in this folder are not. */
const isApp = (url: string): boolean => [HOME, `${HOME}index.html`].includes(new URL(url).pathname);
/**
 * Open pages of this folder: the visible one first; pages other than the app last, since they never answer and each
 * call would wait for them. Without pages of other folders of the site.
 */
const pages = async (): Promise<readonly WindowClient[]> => {
  const all = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const here = all.filter(({ url }) => url.startsWith(worker.registration.scope));
  return [...here.filter(({ url }) => isApp(url)), ...here.filter(({ url }) => !isApp(url))];
};
/** For programs that use monero-wallet-rpc's interface: the answer of a page that allows them. */
const answerRpc = async (request: Request, clientId: string): Promise<Response> => {
  const answer = isOwn(request, clientId)
    ? await forwardRpc(
        { pages },
        {
          method: request.method,
          path: RPC,
          authorization: request.headers.get('Authorization') ?? undefined,
          idempotencyKey: request.headers.get('Idempotency-Key') ?? undefined,
          body: new Uint8Array(await request.arrayBuffer()),
        },
      )
    : FORBIDDEN;
  const headers = new Headers();
  for (const [name, value] of answer.headers) headers.append(name, value);
  return new Response(answer.body, { status: answer.status, headers });
};

worker.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (url.origin !== worker.location.origin) return;
  if (request.method === 'POST' && url.pathname === RPC) {
    event.respondWith(answerRpc(request, event.clientId));
    return;
  }
  if (request.method !== 'GET') return;
  const answer = async (): Promise<Response> => {
    // Without `open`, which would make the cache again after everything was removed from this device.
    const stored = await caches.match(isApp(request.url) ? './' : request, {
      cacheName: CACHE,
      ignoreSearch: true,
    });
    return stored ?? fetch(request);
  };
  event.respondWith(answer());
});

worker.addEventListener('message', (event) => {
  // The page sends this after the user has agreed to the new version.
  if (event.data === 'use-new-version') void worker.skipWaiting();
});
