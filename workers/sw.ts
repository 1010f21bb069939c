/**
 * The service worker: stores the whole app when a version is installed, and serves it offline. A new version is used
 * only after the user agrees, also when the browser has started its service worker meanwhile. Requests to other origins
 * (the node) are not touched. It also forwards `POST {app}/json_rpc` to a page that allows it, and keeps what other apps
 * share (`POST {app}/share`) for the page.
 *
 * This script contains the hash of every file of its version, and the browser compares the script itself byte by
 * byte. If a file has another hash, the version is not stored: the previous one stays, and open pages get a message.
 */
import {
  fetchVersion,
  WrongFile,
  type RefusedVersion,
  type Version,
} from '../src/transport/service-worker/version.ts';
import {
  cacheOf,
  choose,
  chosenVersion,
  removeBefore,
  removeUnused,
  versionInfo,
} from '../src/transport/service-worker/stored-versions.ts';
import { BUNDLE, HISTORY } from '../src/release/paths.ts';
import { PAYMENT_LOCK, type Order, type UseVersionAnswer } from '../src/transport/service-worker/orders.ts';
import { browserVerifies } from '../src/transport/service-worker/verified.ts';
import { isForeign, keepShared } from '../src/transport/service-worker/shared.ts';
import { isOwn, forwardRpc, FORBIDDEN } from '../src/transport/service-worker/worker.ts';

declare const __PRECACHE__: Version;
/** The build contains release keys: scripts/tools/build/release-keys.ts. */
declare const __SIGNED__: boolean;

/** The type library types `self` as a general worker. */
const worker = self as unknown as ServiceWorkerGlobalScope;
const HOME = new URL(worker.registration.scope).pathname;
const RPC = `${HOME}json_rpc`;
const SHARE = `${HOME}share`;
const PROOFS = `${HOME}.well-known/`;
const OWN = __PRECACHE__.version;
const CACHE = cacheOf(OWN);
/** WEBCAT checks what comes from the network, and leaves files from a service worker empty: they come from the server. */
const VERIFIED = browserVerifies();

worker.addEventListener('install', (event) => {
  event.waitUntil(store());
});
/**
 * Stores all files or none. Files that were there before stay: pages may use them, as when the server goes back to a version
 * whose files were kept.
 */
const store = async (): Promise<void> => {
  const wasStored = await caches.has(CACHE);
  try {
    const files = await fetchVersion((url, init) => fetch(url, init), __PRECACHE__);
    const cache = await caches.open(CACHE);
    await Promise.all(files.map(([path, response]) => cache.put(path, response)));
    if (__SIGNED__) await Promise.all([BUNDLE, HISTORY].map((path) => storeProof(cache, path)));
  } catch (error) {
    if (!wasStored) await caches.delete(CACHE);
    if (error instanceof WrongFile) await reportRefusal(error.path);
    throw error;
  }
};
/** Proofs may come later than the files: the page that checks them asks the server again (src/entries/release-check.ts). */
const storeProof = async (cache: Cache, path: string): Promise<void> => {
  const answer = await fetch(path, { cache: 'no-cache' }).catch(() => undefined);
  if (answer?.ok === true) await cache.put(path, answer);
};
const reportRefusal = async (path: string): Promise<void> => {
  const refusal: RefusedVersion = { type: 'ostro version refused', path };
  for (const page of await pages()) page.postMessage(refusal);
};

worker.addEventListener('activate', (event) => {
  const begin = async (): Promise<void> => {
    // The first version has nothing before it that the person could have chosen.
    await choose(caches, await chosenVersion(caches, OWN));
    // Another version that is being stored has a cache, too.
    if (worker.registration.installing === null) await removeUnused(caches, OWN);
    await worker.clients.claim();
  };
  event.waitUntil(begin());
});

/** True if a page is the app: only the root is, under either name; other pages in this folder are not. */
const isApp = (url: string): boolean => [HOME, `${HOME}index.html`].includes(new URL(url).pathname);
/** Open pages of this folder, the visible one first; pages other than the app last, which never answer. */
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
  if (request.method === 'POST' && url.pathname === SHARE && request.mode === 'navigate') {
    event.respondWith(
      isForeign(request, worker.location.origin)
        ? new Response('', { status: FORBIDDEN.status })
        : takeShare(request),
    );
    return;
  }
  // The page reads stored proofs from the cache, and asks the server for others.
  if (request.method !== 'GET' || VERIFIED || url.pathname.startsWith(PROOFS)) return;
  event.respondWith(answerFile(request));
});
/** Another app shares a text or a file: the page shows it. */
const takeShare = async (request: Request): Promise<Response> => {
  await keepShared(caches, await request.formData()).catch(() => false);
  return Response.redirect(`${worker.registration.scope}#/shared`, 303);
};
/** The chosen version, once it was read. */
let chosen: Promise<string> | undefined;
const answerFile = async (request: Request): Promise<Response> => {
  const path = isApp(request.url) ? './' : request;
  chosen ??= chosenVersion(caches, OWN);
  // Without `open`, which would make the cache again after everything was removed from this device.
  const stored =
    (await caches.match(path, { cacheName: cacheOf(await chosen), ignoreSearch: true })) ??
    // A page of another version that is still open.
    (await storedAnywhere(path));
  return stored ?? fetch(request);
};
const storedAnywhere = async (path: RequestInfo): Promise<Response | undefined> => {
  for (const name of await caches.keys()) {
    if (!name.startsWith(cacheOf(''))) continue;
    const stored = await caches.match(path, { cacheName: name, ignoreSearch: true });
    if (stored) return stored;
  }
  return undefined;
};

worker.addEventListener('message', (event) => {
  const [port] = event.ports;
  const order = event.data as Order | null;
  // Pages of the first releases.
  if (event.data === 'use-new-version') event.waitUntil(use());
  if (order?.type === 'ostro-version') event.waitUntil(tellVersion().then((info) => port?.postMessage(info)));
  else if (order?.type === 'ostro-use-version')
    event.waitUntil(use().then((taken) => port?.postMessage(taken)));
  else if (order?.type === 'ostro-check-server') event.waitUntil(checkServer());
});
const tellVersion = async () => {
  const info = await versionInfo(caches, OWN);
  // The page that asks has this version, and there is no other page.
  if (info.own === info.serving && (await pages()).length <= 1) await removeBefore(caches);
  return info;
};
/** The person has agreed to this version. Not while a payment is made in any tab. */
const use = async (): Promise<UseVersionAnswer> => {
  const swap = async (): Promise<UseVersionAnswer> => {
    await choose(caches, OWN);
    chosen = undefined;
    await worker.skipWaiting();
    for (const page of await pages()) page.postMessage({ type: 'ostro version taken' });
    return 'taken';
  };
  return worker.navigator.locks.request(PAYMENT_LOCK, { ifAvailable: true }, (lock) =>
    lock === null ? 'payment' : swap(),
  );
};
/**
 * Checks if the server has the files of this version, as long as its service worker is still this one. Pages of an installed
 * app use none of them, but the person should know.
 */
const checkServer = async (): Promise<void> => {
  try {
    await fetchVersion((url, init) => fetch(url, init), __PRECACHE__);
  } catch (error) {
    // Without a network nothing is known.
    if (error instanceof WrongFile) await reportRefusal(error.path);
  }
};

worker.addEventListener('notificationclick', (event) => {
  event.notification.close();
  const show = async (): Promise<void> => {
    const [page] = await pages();
    await (page ? page.focus() : worker.clients.openWindow('./'));
  };
  event.waitUntil(show());
});
