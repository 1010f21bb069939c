/** Starts the page: the wallet worker, a client for it, and the screens. */
import { utf8 } from '../base/bytes.ts';
import { toHex } from '../base/hex.ts';
import { BY_COMMAND, COMMAND_PATH, FACTS_PATH, type CommandFacts } from '../base/by-command.ts';
import { OFFLINE_EDITION } from '../base/offline-edition.ts';
import { createClient } from '../client/client.ts';
import { IN_EXTENSION } from '../base/in-extension.ts';
import { extensionApi } from '../extension/browser-api.ts';
import { clearExtension } from '../extension/clear.ts';
import { pageParts } from '../extension/page-parts.ts';
import { FRAME_ANCESTORS } from './frame-ancestors.ts';
import { createIdbAppSettings } from '../store/app-settings.ts';
import { createCopiesToRead } from '../store/copies-to-read.ts';
import { onDemand } from '../base/on-demand.ts';
import { createDevice, type DeviceStorage } from '../store/device.ts';
import { isFirstVisit, requestPersistence } from '../store/persist.ts';
import { createComlinkPort } from '../transport/comlink/client.ts';
import { readHost } from '../transport/host.ts';
import { openPageEndpoint, type PageGlobal } from '../transport/page/server.ts';
import { answerForwardedCalls } from '../transport/service-worker/page.ts';
import { takeShared } from '../transport/service-worker/shared.ts';
import { createRpcAccessToggle } from '../transport/service-worker/switch.ts';
import { browserStorage, mountPage } from '../ui/app/mount.ts';
import { scriptUrl } from '../ui/app/trusted.ts';
import type { FirstVisit } from '../ui/state/first-visit.ts';
import { holdVersion } from '../ui/state/payment-lock.ts';
import { placementOf, type Placement } from '../ui/state/placement.ts';
import { yieldToMain } from '../ui/widgets/yield-to-main.ts';
import { asksAfter, ownRelease } from './own-release.ts';
import { shareWithWindows } from './shared-wallet.ts';
import { newWalletWorker, WHEN_FAILED } from './wallet-worker.ts';
import { createCommandFetch } from '../../workers/command-fetch.ts';

/** A page from a file, of an extension or of the command `ostro` has no service worker. */
const SERVED = !OFFLINE_EDITION && !IN_EXTENSION && !BY_COMMAND;

const start = async (target: HTMLElement, placement: Placement | undefined): Promise<void> => {
  const host = readHost(globalThis);
  // A page with a host, such as the wallet server's, needs the worker at once.
  const firstVisit = host === undefined ? prepareFirstVisit() : undefined;
  const release = SERVED ? ownRelease(firstVisit?.workerMayStart) : undefined;
  // With a folder, the worker is never replaced: it holds files of the folder in memory. Closing a wallet then only
  // overwrites the keys.
  const port = createComlinkPort(newWalletWorker, host, {
    ...WHEN_FAILED,
    ...(host?.folder === undefined && { endsAfter: 'closed', startsAfter: firstVisit?.workerMayStart }),
    ...asksAfter(release),
  });
  // A program that controls this page decides alone, and a page from a file has no origin of its own.
  if (host === undefined && !OFFLINE_EDITION) shareWithWindows(port);
  if (host?.rpc) openPageEndpoint(globalThis as PageGlobal, port, host);
  const rpcAccess =
    SERVED && 'serviceWorker' in navigator ? createRpcAccessToggle(browserStorage(), loadDigest) : undefined;
  if (rpcAccess)
    answerForwardedCalls(navigator.serviceWorker, {
      open: () => rpcAccess.current(),
      // Any call may be a payment.
      ask: (text, idempotencyKey) => {
        const release = holdVersion();
        const answer = port.text(text, { ...(idempotencyKey !== undefined && { idempotencyKey }) });
        return answer.finally(release);
      },
    });
  // The HTML shows a first screen until then (src/entries/first-screen.ts).
  if (firstVisit === undefined) removeFirst();
  if (host?.screens === false) return;
  // The page that the HTML shows answers presses in between.
  await yieldToMain();
  mountPage(target, createClient(port), {
    keepStorage: () => requestPersistence(navigator.storage),
    rpcAccess,
    // Wallets in a folder outside the browser are not the browser's to remove.
    ...WHEN_FAILED,
    ...(host?.folder === undefined && {
      device: createDevice({
        ...deviceStorage(),
        ...(IN_EXTENSION && { clearExtension: () => clearExtension(extensionApi()) }),
        endWorker: () => port.end(),
      }),
    }),
    ...('caches' in globalThis && { takeShared: () => takeShared(globalThis.caches) }),
    release,
    placement,
    ancestors: FRAME_ANCESTORS,
    firstVisit,
    offlineEdition: OFFLINE_EDITION,
    ...(IN_EXTENSION && {
      ...pageParts(window, createIdbAppSettings(), createCopiesToRead),
    }),
    ...(import.meta.env.PROD && SERVED && 'PeriodicSyncManager' in window && { installedParts }),
    ...(BY_COMMAND && {
      command: readFacts(),
      fetchElsewhere: throughCommand(),
    }),
    ...(import.meta.env.PROD && SERVED ? { offlineScript: scriptUrl('./sw.js') } : {}),
  });
};
const removeFirst = () => document.getElementById('first')?.remove();
/** Milliseconds from the first screen of a first visit until the service worker stores the app. */
const STORE_AFTER = 8000;
/**
 * On a first visit the worker starts after the first screen: its large scripts must not take the link from it. The hundreds
 * of requests with which the app is stored come after both.
 */
const prepareFirstVisit = (): FirstVisit & { readonly workerMayStart: Promise<void> } => {
  let drawn = (): void => undefined;
  const isDrawn = new Promise<void>((resolve) => {
    drawn = () => {
      removeFirst();
      resolve();
    };
  });
  const known = isFirstVisit(globalThis.caches);
  const workerMayStart = known.then((first) => (first ? isDrawn : undefined));
  const mayStore = known.then(async (first) => {
    await workerMayStart;
    if (first) await new Promise((resolve) => setTimeout(resolve, STORE_AFTER));
  });
  return { known, drawn, workerMayStart, mayStore };
};
/** The page itself reaches no other server behind the command. */
const throughCommand = (): typeof fetch => {
  const ask = createCommandFetch(`${location.origin}${COMMAND_PATH}`);
  return async (input, init = {}) => ask(input instanceof Request ? input.url : String(input), init);
};
const readFacts = async (): Promise<CommandFacts> => {
  const facts = fetch(FACTS_PATH, { cache: 'no-store' }).then(async (answer) => {
    if (!answer.ok) throw new Error(`the command answers ${answer.status}`);
    return (await answer.json()) as CommandFacts;
  });
  // The screens that show them report a failure.
  facts.catch(() => undefined);
  return facts;
};
const readingPart = onDemand(() => import('../transport/service-worker/reading.ts'));
/** Parts of an app that the browser may wake. */
const installedParts = {
  backgroundReading: async () =>
    (await readingPart()).periodicReading(
      {
        container: navigator.serviceWorker,
        permissions: navigator.permissions,
        script: scriptUrl('./reader-sw.js'),
      },
      createCopiesToRead(createIdbAppSettings()),
    ),
  // The mark of payments that arrived while the app was closed.
  lockSign: {
    show: (open: boolean): void => {
      if (open)
        void (navigator as { clearAppBadge?(): Promise<void> }).clearAppBadge?.().catch(() => undefined);
    },
  },
};
/** Reading one of them throws where the browser blocks site data. */
const deviceStorage = (): Omit<DeviceStorage, 'endWorker'> => {
  try {
    const { indexedDB, caches } = window as Partial<Pick<Window, 'indexedDB' | 'caches'>>;
    const { serviceWorker } = navigator as Partial<Pick<Navigator, 'serviceWorker'>>;
    // The only service worker of an extension is its own worker.
    return { indexedDB, caches, ...(SERVED && { serviceWorker }), localStorage: browserStorage() };
  } catch {
    return {};
  }
};
/** Few people set a login: the start of the page does not wait for its hash. */
const legacyHashes = onDemand(() => import('@noble/hashes/legacy.js'));
const loadDigest = async () => {
  const { md5 } = await legacyHashes();
  return {
    md5: (text: string) => toHex(md5(utf8(text))),
    nonce: () => btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(16)))),
  };
};

/** In a frame that this build is not meant for: no wallet, only the way to a window of its own. */
const refuse = (target: HTMLElement): void => {
  const link = document.createElement('a');
  Object.assign(link, { href: './', target: '_blank', rel: 'noopener', textContent: 'Open Ostro by itself' });
  target.append(
    'A page of another site shows Ostro here. This Ostro does not run inside other pages. ',
    link,
  );
};

const target = document.getElementById('ostro');
if (target === null) throw new Error('The page has no #ostro');
const placement = placementOf({ framed: window.top !== window, location }, FRAME_ANCESTORS);
if (placement === 'refused') refuse(target);
else void start(target, placement);
