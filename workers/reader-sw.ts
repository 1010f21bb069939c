/**
 * The service worker that reads wallets while the installed app is closed. It exists only while the person has turned this on for a
 * wallet (src/transport/service-worker/reading.ts), and it answers for no page. The browser wakes it when it wants to.
 */
import { arrivalWords } from '../src/transport/service-worker/arrival-words.ts';
import { createIdbAppSettings } from '../src/store/app-settings.ts';
import { createCopiesToRead } from '../src/store/copies-to-read.ts';
import { isWalletLock } from '../src/store/locks.ts';
import { READ_TAG } from '../src/transport/service-worker/reading.ts';
import { readRound } from '../src/wallet/session/read-round.ts';
import { network } from './network.ts';
import { readOneCopy } from './read-copy.ts';

interface PeriodicSyncEvent extends ExtendableEvent {
  readonly tag: string;
}
/** The type library types `self` as a general worker. */
const worker = self as unknown as ServiceWorkerGlobalScope;
/** The app's folder: this script lies in it. */
const HOME = new URL('./', worker.location.href).href;

// This worker has no pages that an earlier version could still serve.
worker.addEventListener('install', (event) => event.waitUntil(worker.skipWaiting()));

worker.addEventListener('periodicsync' as 'sync', (event) => {
  const { tag } = event as unknown as PeriodicSyncEvent;
  if (tag === READ_TAG) (event as unknown as PeriodicSyncEvent).waitUntil(round());
});
const round = async (): Promise<void> => {
  const copies = createCopiesToRead(createIdbAppSettings());
  const received = await readRound({
    copies,
    read: readOneCopy,
    isOpen,
    onBug: (error) => console.error(error),
    network: network(),
  });
  if ((await copies.list()).length === 0) await worker.registration.unregister();
  else if (received > 0) await announce(received);
};
const isOpen = async (): Promise<boolean> => {
  const { held = [] } = await worker.navigator.locks.query();
  return held.some(({ name }) => name !== undefined && isWalletLock(name));
};

/** The icon gets a mark; with the person's permission there is a notification, which later ones replace. */
const announce = async (received: number): Promise<void> => {
  const icon = worker.navigator as { setAppBadge?(): Promise<void> };
  await icon.setAppBadge?.().catch(() => undefined);
  // Rejects without the permission.
  await worker.registration
    .showNotification('Ostro', {
      body: arrivalWords(received, worker.navigator.language),
      tag: 'ostro-payment',
      icon: `${HOME}icons/ostro-192.png`,
    })
    .catch(() => undefined);
};
worker.addEventListener('notificationclick', (event) => {
  event.notification.close();
  const show = async (): Promise<void> => {
    const all = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true });
    const page = all.find(({ url }) => [HOME, `${HOME}index.html`].includes(url.split(/[?#]/)[0]!));
    await (page ? page.focus() : worker.clients.openWindow(HOME));
  };
  event.waitUntil(show());
});
