/**
 * The page with a fake worker, to look at screens: `npx vite tests/support/ui-dev`, then `?scenario=sync#/history`. With
 * `&ask=payment` it is the window of a site that asks this (fake-worker/site-asks.ts); `&origin=` names the site. With
 * `&inside=shop.example` it is a build for frames in a page of that host. With `&passkey=plain`, `pin` or `damaged` the
 * wallet has a passkey, with `&passkey=none` this browser cannot use any. With `&offline` it is the offline edition, with
 * `&extension` the page of the browser extension, and with `&memory` the browser stores nothing, with `&evicted` it has deleted a wallet and has little space. With
 * `&version=ready`, `held`, `refused`, `older` or `unlogged` the server has another version. With `&release=older` or `unlogged` this
 * one must not be used. `&install=` says whether the app can be installed,
 * `&shared=` what another app has shared.
 * With `&broken` the worker does not start. With `&parts` it is the page of the parts of all screens (Parts.svelte).
 *
 * `showScene` shows another scene in the loaded page, with everything made anew: loading the page and all screens of the app
 * takes most of the time of a test that looks at hundreds of scenes.
 */
import { headersOf } from '../../../src/server/http/headers.ts';
import { createClient } from '../../../src/client/client.ts';
import { createRpcAccessToggle } from '../../../src/transport/service-worker/switch.ts';
import { mountPage } from '../../../src/ui/app/mount.ts';
import type { SiteQuestions } from '../../../src/ui/app/site-questions.ts';
import { SiteRequests } from '../../../src/ui/features/consent/requests.svelte.ts';
import SiteWindow from '../../../src/ui/features/consent/SiteWindow.svelte';
import { Offline } from '../../../src/ui/state/offline.svelte.ts';
import { Install, type InstallBrowser } from '../../../src/ui/state/install.svelte.ts';
import { FakeAuthenticator } from '../fake-authenticator.ts';
import { PAYLOADS } from '../fake-worker/payloads.ts';
import { FakePort } from '../fake-worker/port.ts';
import { siteCallsFor } from '../fake-worker/site-asks.ts';
import type { Scenario } from '../fake-worker/wallet.ts';
import Parts from './Parts.svelte';

declare global {
  /** For the steps of scenes.mjs. */
  var fakeWorker: { readonly port: FakePort; readonly payloads: typeof PAYLOADS };
  /** `address` is what stands after the path of the page: `?scenario=home#/send`. The language stays. */
  var showScene: (address: string) => Promise<void>;
}

// The words that a new wallet asks for are the same in each picture and in each language.
let draws = 0;
crypto.getRandomValues = (array) => {
  if (ArrayBuffer.isView(array))
    new Uint8Array(array.buffer, array.byteOffset, array.byteLength).fill((draws += 1));
  return array;
};

/** What another app shared: a wallet file by its name, else a text. */
const sharedItem = (content: string) => ({
  name: content.endsWith('.keys') ? content : '',
  bytes: new TextEncoder().encode(content),
});
/** A new version of the app. */
const OFFER = {
  own: '3f9a41c07be2d815',
  serving: 'b81c2a90e4f7560d',
  changed: 41,
  changes: [
    'The amount of a payment can be typed in another currency.',
    'A payment that the node refused frees its money at once.',
    'New: the history can be saved as a table.',
  ],
};

const portFor = (query: URLSearchParams, scenario: Scenario): FakePort => {
  const port = new FakePort(scenario, { delay: Number(query.get('delay') ?? 10) });
  if (query.has('broken')) port.refuseNext('x_status', 'worker_failed', { reason: 'silent', why: '' });
  const release = query.get('release');
  if (release === 'older' || release === 'unlogged') port.refuseNext('x_status', `release_${release}`);
  if (query.has('offline')) port.setStatus({ node: { address: '', trusted: false } });
  port.inMemory = query.has('memory');
  if (query.has('evicted'))
    port.storage = { ...port.storage, persisted: false, short: true, missing: ['Holiday'] };
  return port;
};
const siteQuestions = (query: URLSearchParams, ask: string): SiteQuestions => {
  const requests = new SiteRequests(siteCallsFor(ask), Date.now, () => undefined);
  const origin = query.get('origin') ?? 'https://coffee-shop.example';
  requests.connect(origin);
  for (let i = 0; i < Number(query.get('times') ?? 1); i++) void requests.take(origin, 'transfer', {});
  return { requests, Screen: SiteWindow };
};
/** The passkeys of this browser; the wallet has one with `passkey`. */
const authenticatorFor = (passkey: string | null, port: FakePort): FakeAuthenticator => {
  const authenticator = new FakeAuthenticator();
  if (passkey === 'none') authenticator.problem = 'passkey_without_secret';
  else if (passkey !== null) {
    authenticator.passkeys.push(1);
    const asked = { credential: new Uint8Array(16).fill(1), salt: new Uint8Array(32), secret: 101 };
    port.passkeys.set(
      'Everyday',
      passkey === 'damaged' ? undefined : { ...asked, pin: passkey === 'pin' ? '704216' : '' },
    );
  }
  return authenticator;
};
/** `ready`: the browser can install; `apple`: Safari on an iPhone; `done`: installed. */
const installFor = (asked: string | null): Install => {
  const browser: InstallBrowser = {
    addEventListener: () => undefined,
    matchMedia: () => ({ matches: asked === 'done' }),
    navigator: {
      userAgent: asked === 'apple' ? 'iPhone' : '',
      registerProtocolHandler: () => undefined,
    },
  };
  const install = new Install(asked === null ? undefined : browser, undefined);
  install.possible = asked === 'ready';
  return install;
};
const offlineFor = (version: string): Offline => {
  const offline = new Offline(() => undefined);
  if (version === 'refused') Object.assign(offline, { refused: 'assets/page-Bq81vkQz.js', stored: true });
  else if (version === 'older' || version === 'unlogged') offline.rejected = version;
  else
    Object.assign(offline, {
      ...{ ready: true, use: version === 'held' ? 'held' : '' },
      ...{ running: OFFER.serving, offer: OFFER },
    });
  return offline;
};
/** As after the person's yes to everything. */
const extensionFor = (query: URLSearchParams) => ({
  nodeAccess: {
    ask: () => Promise.resolve(true),
    isAllowed: () => Promise.resolve(true),
    drop: () => Promise.resolve(),
    isSame: (address: string, other: string) => address === other,
  },
  installedParts: {
    siteSwitch: {
      list: () => Promise.resolve(['https://coffee-shop.example']),
      turnOn: () => Promise.resolve(true),
      turnOff: () => Promise.resolve(),
      allow: () => Promise.resolve(true),
      onOffer: (listener: (offered: { origin: string; tab: number }) => void) => {
        if (query.has('offer')) listener({ origin: 'https://coffee-shop.example', tab: 1 });
      },
    },
    backgroundReading: () =>
      Promise.resolve({
        everyMinutes: 10,
        isOn: () => Promise.resolve(false),
        turnOn: () => Promise.resolve(),
        turnOff: () => Promise.resolve(),
      }),
  },
});
const NODES = ['http://127.0.0.1:28081', 'http://127.0.0.1:28082', 'http://127.0.0.1:28083'] as const;

/** Shows the scene that the address names. Returns a function that removes it. */
const show = (): (() => Promise<void>) => {
  const query = new URLSearchParams(location.search);
  const scenario = (query.get('scenario') ?? 'home') as Scenario;
  draws = 0;
  const port = portFor(query, scenario);
  globalThis.fakeWorker = { port, payloads: PAYLOADS };
  const ask = query.get('ask');
  /** A build for frames, in a page of this host. */
  const inside = query.get('inside');
  const shared = query.get('shared');
  const version = query.get('version');
  return mountPage(document.getElementById('ostro')!, createClient(port), {
    device: {
      appFiles: () => Promise.resolve({ count: 143, bytes: 2_310_000 }),
      removeAll: () => new Promise((resolve) => setTimeout(resolve, 300)),
    },
    offlineEdition: query.has('offline'),
    ...(!query.has('offline') &&
      !query.has('extension') && {
        release: {
          signed: Promise.resolve(true),
          refusal: () => Promise.resolve(undefined),
          verified: () => query.has('webcat'),
        },
      }),
    ...(query.has('extension') && extensionFor(query)),
    head: () => Promise.resolve({ headers: new Headers(query.has('bare') ? {} : headersOf('index')) }),
    authenticator: authenticatorFor(query.get('passkey'), port),
    rpcAccess: createRpcAccessToggle(undefined, () =>
      Promise.resolve({ md5: (text) => text, nonce: () => 'nonce' }),
    ),
    ...(version !== null && { offline: offlineFor(version) }),
    install: installFor(query.get('install')),
    ...(shared !== null && { takeShared: () => Promise.resolve(sharedItem(shared)) }),
    ...(ask !== null && { site: siteQuestions(query, ask) }),
    // The window of a site draws another component instead of the screens.
    ...(query.has('parts') && { site: { requests: new SiteRequests(siteCallsFor('')), Screen: Parts } }),
    ...(inside !== null && {
      placement: { server: 'wallet.example', foreign: inside !== '', ...(inside !== '' && { inside }) },
    }),
    loadDevnet: () =>
      Promise.resolve(
        scenario === 'devnet' ? { daemon: NODES[0], control: '/control', nodes: NODES } : undefined,
      ),
  });
};

/** The title of the page before a screen has set its own. */
const { title } = document;
let remove = show();
globalThis.showScene = async (address) => {
  await remove();
  for (const key of Object.keys(localStorage)) if (key !== 'ostro language') localStorage.removeItem(key);
  document.title = title;
  delete document.documentElement.dataset['theme'];
  document.body.replaceChildren(Object.assign(document.createElement('div'), { id: 'ostro' }));
  scrollTo(0, 0);
  history.replaceState(null, '', address);
  remove = show();
};
