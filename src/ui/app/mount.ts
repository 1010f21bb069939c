/** Creates the parts of the page around a client, and shows it. */
import type { CommandFacts } from '../../base/by-command.ts';
import { mount, unmount } from 'svelte';
import type { Client } from '../../client/client.ts';
import '../styles/tokens.css';
import '../styles/base.css';
import '../styles/frame.css';
import '../styles/parts.css';
import { alertBrowser, Alerts, type AlertBrowser } from '../state/alerts.svelte.ts';
import type { Authenticator } from '../state/authenticator.ts';
import { createClipboard } from '../state/clipboard.ts';
import AppView from './App.svelte';
import { isOffered } from './routes.ts';
import type { SiteQuestions } from './site-questions.ts';
import type { FirstVisit } from '../state/first-visit.ts';
import type { App } from '../state/context.ts';
import { Backups } from '../state/backups.ts';
import { SendingMark } from '../state/sending-mark.svelte.ts';
import { Incoming, type IncomingItem, type LaunchQueue } from '../state/incoming.svelte.ts';
import { Install } from '../state/install.svelte.ts';
import type { Devnet, DeviceData, RpcAccess } from '../state/model.ts';
import { Offline } from '../state/offline.svelte.ts';
import type { OwnRelease } from '../state/own-release.ts';
import { NodeAccess, type AccessPort } from '../state/node-access.svelte.ts';
import type { Placement } from '../state/placement.ts';
import { Prefs } from '../state/prefs.svelte.ts';
import { Rates } from '../state/rates.svelte.ts';
import { Router } from '../state/router.svelte.ts';
import { Session } from '../state/session.svelte.ts';
import { ServedHeaders, type Head } from '../state/served-headers.svelte.ts';
import { Toaster } from '../state/toaster.svelte.ts';
import { isRightToLeft, LANGUAGE } from '../texts/language.ts';

/** The authenticators of this browser. Their code is loaded when a passkey is first used: the first screen needs none. */
const authenticatorOnDemand = (): Authenticator => {
  const loaded = async () => (await import('../state/authenticator.ts')).browserAuthenticator();
  return {
    whyNot: async () => (await loaded()).whyNot(),
    create: async (wallet, salt) => (await loaded()).create(wallet, salt),
    ask: async (credential, salt) => (await loaded()).ask(credential, salt),
    forget: async (credential) => (await loaded()).forget(credential),
  };
};

export interface MountOptions {
  readonly loadDevnet?: () => Promise<Devnet | undefined>;
  /** Asks the browser not to evict stored data. */
  readonly keepStorage?: () => Promise<unknown>;
  /** Address of the service worker, in the form that `register` needs; undefined in development. */
  readonly offlineScript?: string | undefined;
  /** Access for other programs of this site; undefined where no service worker runs. */
  readonly rpcAccess?: RpcAccess | undefined;
  /** The stored data of the app; undefined in windows that must not remove it. */
  readonly device?: DeviceData;
  /** Takes the item that another app shared with this one (Web Share Target); the next call finds none. */
  readonly takeShared?: () => Promise<IncomingItem | undefined>;
  readonly site?: SiteQuestions | undefined;
  /** Passkeys; the browser's by default. */
  readonly authenticator?: Authenticator;
  /** Requests the headers of the page itself. */
  readonly head?: Head;
  /** The server of a build for frames, and where the build runs. */
  readonly placement?: Placement | undefined;
  /** Pages that may show this page in a frame: src/entries/frame-ancestors.ts. */
  readonly ancestors?: readonly string[];
  readonly firstVisit?: FirstVisit | undefined;
  /** Installation; the browser's by default. */
  readonly install?: Install;
  /** The stored versions; those of the service worker by default. */
  readonly offline?: Offline;
  /** Only where a server sends the page. */
  readonly release?: OwnRelease | undefined;
  /** This page has no network: it requests nothing. */
  readonly offlineEdition?: boolean;
  /** This page belongs to a browser extension, which asks for access to nodes: it has no server, and nothing is installed. */
  readonly nodeAccess?: AccessPort | undefined;
  /** Parts that only a browser extension or an installed app has. */
  readonly installedParts?: Pick<App, 'siteSwitch' | 'lockSign' | 'backgroundReading'>;
  /** Badge and notifications; those of an installed app by default. */
  readonly alertBrowser?: AlertBrowser;
  /** The command `ostro` on this computer serves this page: nothing is installed or stored for later. */
  readonly command?: Promise<CommandFacts> | undefined;
  /** Requests to other servers; the browser's by default. */
  readonly fetchElsewhere?: typeof globalThis.fetch;
}

/** Returns a function that removes the page. */
export function mountPage(
  target: HTMLElement,
  client: Client,
  {
    loadDevnet = readDevnet,
    keepStorage,
    offlineScript,
    rpcAccess,
    device,
    site,
    head = ownHead,
    authenticator = authenticatorOnDemand(),
    placement,
    ancestors,
    firstVisit,
    offlineEdition = false,
    nodeAccess,
    installedParts,
    command,
    fetchElsewhere = fetch,
    release,
    ...rest
  }: MountOptions = {},
): () => Promise<void> {
  document.documentElement.lang = LANGUAGE;
  document.documentElement.dir = isRightToLeft(LANGUAGE) ? 'rtl' : 'ltr';
  const isServed = !offlineEdition && nodeAccess === undefined && command === undefined;
  const prefs = new Prefs(browserStorage());
  const router = new Router(window);
  const rates = new Rates({
    fetch: (url, init) => fetchElsewhere(url, init),
    now: Date.now,
    storage: browserStorage(),
  });
  const session = new Session(client, {
    ...(isServed && { loadDevnet }),
    offlineEdition,
    lockMinutes: () => prefs.lockMinutes(),
    backups: new Backups(browserStorage()),
    sending: new SendingMark(browserStorage()),
    joins: site !== undefined,
    ...(keepStorage && { keepStorage }),
    removed: async (name) => (await installedParts?.backgroundReading?.())?.turnOff(name),
  });
  const parts = systemParts({ ...rest, site, offlineScript, isServed, release, firstVisit }, prefs, router);
  const servedHeaders = new ServedHeaders();
  if (isServed) void servedHeaders.check(head, ancestors);
  // Load all fonts now: a font loaded when a text first needs it would show the host which text that is.
  for (const face of document.fonts) face.load().catch(() => undefined);
  const toaster = new Toaster();
  const shown = mount(AppView, {
    target,
    props: {
      app: {
        session,
        router,
        prefs,
        rates,
        toaster,
        ...parts,
        servedHeaders,
        clipboard: clipboardOf(toaster),
        authenticator,
        rpcAccess,
        device,
        nodeAccess: nodeAccess && new NodeAccess(nodeAccess),
        ...installedParts,
        command,
        release,
        isOffered,
        inSiteWindow: site !== undefined,
      },
      site,
      placement,
      firstVisit,
    },
  });
  return () => unmount(shown);
}

const clipboardOf = (toaster: Toaster) =>
  createClipboard({
    clipboard: { writeText: (text) => navigator.clipboard.writeText(text) },
    document,
    window,
    show: (text) => {
      toaster.show(text);
    },
  });

/** The parts that connect the page with the browser and the system: stored versions, installation, alerts, shared items. */
const systemParts = (
  {
    site,
    isServed,
    offlineScript,
    takeShared,
    release,
    firstVisit,
    ...given
  }: MountOptions & { readonly isServed: boolean },
  prefs: Prefs,
  router: Router,
) => {
  const offline =
    given.offline ??
    new Offline(() => {
      location.reload();
    }, release?.refusal);
  if (offlineScript !== undefined && 'serviceWorker' in navigator)
    void offline.register(navigator.serviceWorker, offlineScript, firstVisit?.mayStore);
  // The window for sites is not the app.
  const isApp = isServed && site === undefined;
  const install = given.install ?? new Install(isApp ? window : undefined, browserStorage());
  const ready = offlineScript === undefined ? undefined : () => navigator.serviceWorker.ready;
  const alerts = new Alerts(given.alertBrowser ?? alertBrowser(ready), prefs);
  const incoming = new Incoming(takeShared);
  const { launchQueue } = window as { readonly launchQueue?: LaunchQueue };
  if (isApp)
    incoming.listen(launchQueue, () => {
      router.here().go('shared');
    });
  return { offline, install, alerts, incoming };
};

/** The service worker passes HEAD on, so the answer is the host's own. */
const ownHead: Head = () =>
  fetch(location.pathname, { method: 'HEAD', cache: 'no-store', credentials: 'omit' });

/**
 * The development server serves `devnet.json`. The build contains an empty one, so that the browser logs no error
 * 404.
 */
const readDevnet = async (): Promise<Devnet | undefined> => {
  try {
    const answer = await fetch('./devnet.json', { cache: 'no-store', credentials: 'omit' });
    if (!answer.ok) return undefined;
    const { daemon, control, nodes } = (await answer.json()) as {
      readonly [field in keyof Devnet]?: unknown;
    };
    if (typeof daemon !== 'string' || typeof control !== 'string') return undefined;
    const isText = (each: unknown): each is string => typeof each === 'string';
    return { daemon, control, nodes: Array.isArray(nodes) ? nodes.filter(isText) : [daemon] };
  } catch {
    return undefined;
  }
};
/** Where the page stores small settings; undefined when the browser forbids it. */
export function browserStorage(): Storage | undefined {
  try {
    return window.localStorage;
  } catch {
    // Site data is blocked: settings last until the page closes.
    return undefined;
  }
}
