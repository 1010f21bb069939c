/**
 * The offline shell: the whole app is stored at once when a version is installed, and served from there. A new
 * version waits until the person agrees; requests to other origins (the node) are never touched.
 */
declare const __PRECACHE__: {
  readonly version: string;
  readonly files: readonly { readonly path: string }[];
};

/** The library types `self` as a general worker; this file runs as a service worker only. */
const worker = self as unknown as ServiceWorkerGlobalScope;
const CACHE = `ostro-app-${__PRECACHE__.version}`;

worker.addEventListener('install', (event) => {
  const urls = __PRECACHE__.files.map(({ path }) => path).filter((path) => path !== 'index.html');
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(['./', ...urls])));
});

worker.addEventListener('activate', (event) => {
  const clean = async (): Promise<void> => {
    for (const name of await caches.keys())
      if (name.startsWith('ostro-app-') && name !== CACHE) await caches.delete(name);
    await worker.clients.claim();
  };
  event.waitUntil(clean());
});

worker.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== worker.location.origin) return;
  const answer = async (): Promise<Response> => {
    const cache = await caches.open(CACHE);
    const stored = await cache.match(request.mode === 'navigate' ? './' : request, { ignoreSearch: true });
    return stored ?? fetch(request);
  };
  event.respondWith(answer());
});

worker.addEventListener('message', (event) => {
  // The page asks after the person agreed to the new version.
  if (event.data === 'use-new-version') void worker.skipWaiting();
});
