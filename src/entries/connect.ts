/**
 * Starts the wallet's window for sites: the app with its wallet worker, and the questions of the site that opened it, or for
 * which the extension has opened it. The site's identity is the origin that the browser reports with its message, and nothing
 * else. Framed, it does nothing.
 */
import { IN_EXTENSION } from '../base/in-extension.ts';
import { createClient, type Client } from '../client/client.ts';
import { VERSION } from '../embed/limits.ts';
import { ASKING_METHODS, PUBLIC_METHODS, QUIET_METHODS } from '../embed/methods.gen.ts';
import { createReceiver, type Receiver } from '../embed/receiver.ts';
import type { Ready } from '../embed/wire.ts';
import { extensionApi } from '../extension/browser-api.ts';
import { pageParts } from '../extension/page-parts.ts';
import { PATTERNS_HAVE_PORTS } from '../extension/permissions.ts';
import { doorOfSite, type Door } from '../extension/site-door.ts';
import { siteOfSearch } from '../extension/site-messages.ts';
import { FRAME_ANCESTORS } from './frame-ancestors.ts';
import { createIdbAppSettings } from '../store/app-settings.ts';
import { createCopiesToRead } from '../store/copies-to-read.ts';
import { requestPersistence } from '../store/persist.ts';
import { createComlinkPort } from '../transport/comlink/client.ts';
import { mountPage } from '../ui/app/mount.ts';
import { scriptUrl } from '../ui/app/trusted.ts';
import { SiteRequests } from '../ui/features/consent/requests.svelte.ts';
import { SiteEvents } from '../ui/features/consent/site-events.ts';
import SiteWindow from '../ui/features/consent/SiteWindow.svelte';
import { siteCallsOf } from '../ui/features/consent/site-request.ts';
import { placementOf } from '../ui/state/placement.ts';
import { asksAfter, ownRelease } from './own-release.ts';
import { joinOrOpen } from './shared-wallet.ts';
import { newWalletWorker, WHEN_FAILED } from './wallet-worker.ts';

const NETWORKS = ['mainnet', 'stagenet', 'testnet'];

/** The page that has opened this window. `keepsWallet`: the wallet of this window would be locked if it was closed. */
const openersDoor = (keepsWallet: () => boolean): Door => ({
  back: () => {
    if (keepsWallet()) (window.opener as Window | null)?.focus();
    else window.close();
  },
  get source() {
    return window.opener as unknown;
  },
  open: (newReceiver) => {
    const receiver = newReceiver();
    window.addEventListener('message', (event) => {
      receiver.receive(event);
    });
    const ready: Ready = { ostro: 'ready', v: VERSION };
    // Any page may read this: it says nothing but that the window listens.
    (window.opener as Window | null)?.postMessage(ready, '*');
  },
});
/** Undefined: the person has opened the page. */
const extensionsDoor = (): Door | undefined => {
  const site = siteOfSearch(location.search);
  return site && doorOfSite({ api: extensionApi(), withPorts: PATTERNS_HAVE_PORTS, ...site, window });
};

const start = (target: HTMLElement): void => {
  const door = IN_EXTENSION ? extensionsDoor() : openersDoor(() => !port.joined);
  const placement = placementOf({ framed: false, location }, FRAME_ANCESTORS);
  const release = IN_EXTENSION ? undefined : ownRelease();
  let needOwn = (): void => undefined;
  const ownIsNeeded = new Promise<void>((resolve) => (needOwn = resolve));
  const checked = asksAfter(release);
  const own = createComlinkPort(newWalletWorker, undefined, {
    endsAfter: 'closed',
    startsAfter: ownIsNeeded,
    ...WHEN_FAILED,
    ...checked,
  });
  const port = joinOrOpen(own, { needOwn, after: checked.asksAfter });
  const client = createClient(port);
  const requests = new SiteRequests(siteCallsOf(client), Date.now, door && (() => door.back()));
  client.on('changed', ({ historyFrom }) => {
    // Blocks alone change no coins that a shown payment spends.
    if (historyFrom === Infinity) requests.paymentsChanged();
  });
  mountPage(target, client, {
    keepStorage: () => requestPersistence(navigator.storage),
    ...(IN_EXTENSION && pageParts(window, createIdbAppSettings(), createCopiesToRead)),
    ...(import.meta.env.PROD && !IN_EXTENSION ? { offlineScript: scriptUrl('./sw.js') } : {}),
    release,
    site: { requests, Screen: SiteWindow },
    ...(placement !== 'refused' && { placement }),
  });
  door?.open(() => receiverFor({ client, requests, source: () => door.source }));
};

interface ReceiverParts {
  readonly client: Client;
  readonly requests: SiteRequests;
  readonly source: () => unknown;
}
/** Answers one page of the site, with its events. */
const receiverFor = ({ client, requests, source }: ReceiverParts): Receiver => {
  const receiver = createReceiver({
    source,
    now: Date.now,
    networks: NETWORKS,
    methods: [...PUBLIC_METHODS, ...QUIET_METHODS, ...ASKING_METHODS].sort(),
    started: (session) => {
      requests.connect(session.origin, session);
      events.begin(session.origin);
    },
    ended: (session) => {
      requests.leave(session);
      events.begin('');
    },
    answer: async ({ id, method, params }, session) => {
      const { origin, nonce } = session;
      const outcome = await requests.take(origin, method, params, `${nonce} ${String(id)}`, session);
      if (session.live) void events.answered(method);
      return outcome;
    },
  });
  const events = new SiteEvents({
    view: async (origin, fromHeight) => {
      const {
        transfers = [],
        accounts = [],
        ...view
      } = await client.callWire('x_site_view', {
        origin,
        ...(fromHeight !== undefined && { from_height: fromHeight }),
      });
      return { ...view, accounts, transfers };
    },
    emit: (event, data) => {
      receiver.emit(event, data);
    },
    end: () => {
      receiver.end();
    },
    after: (ms, action) => {
      const timer = setTimeout(action, ms);
      return () => {
        clearTimeout(timer);
      };
    },
    random: () => crypto.getRandomValues(new Uint32Array(1))[0]! / 2 ** 32,
  });
  client.on('changed', () => void events.changed());
  return receiver;
};

const target = document.getElementById('ostro');
if (target !== null && window.top === window) start(target);
