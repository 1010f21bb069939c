/** Chromium without a window and with an empty profile, and the small server that gives its pages the app. */
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { serveFolder } from '../tools/app/serve.mjs';
import { headersOf } from '../tools/build/headers.mjs';
import { createRelay } from './relay.mjs';
import { explainStart } from './sandbox.mjs';
import { makeTemporary, removeTemporary } from './temporary.mjs';

/** @typedef {Awaited<ReturnType<typeof openBrowser>>} Browser */

/**
 * `sandbox` false: Chromium without its sandbox. `gone` settles when the browser has ended, with the reason.
 * @param {{ readonly executablePath: string, readonly sandbox: boolean, readonly dist: string }} options
 */
export async function openBrowser({ executablePath, sandbox, dist }) {
  const dir = makeTemporary();
  // A copy, so that a build that is made meanwhile does not remove the app's chunks.
  cpSync(dist, join(dir, 'app'), { recursive: true, filter: (path) => !path.endsWith('.map') });
  /** @type {Set<import('./relay.mjs').Relay>} */
  const relays = new Set();
  const site = await serveFolder({
    root: join(dir, 'app'),
    headers,
    first: (req, res) => [...relays].some((relay) => relay.handle(req, res)),
  });
  /** @type {import('@playwright/test').BrowserContext | undefined} */
  let first;
  const stop = async () => {
    await first?.close().catch(() => {});
    await site.stop();
    for (const relay of relays) relay.stop();
    removeTemporary(dir);
  };
  const launch = () =>
    chromium.launchPersistentContext(join(dir, 'profile'), {
      executablePath,
      chromiumSandbox: sandbox,
      args: browserArgs,
      handleSIGINT: false,
      handleSIGTERM: false,
      handleSIGHUP: false,
      serviceWorkers: NO_SERVICE_WORKERS,
    });
  try {
    first = await launch();
  } catch (error) {
    await stop();
    throw explainStart(sandbox, error);
  }
  const context = first;
  /** @type {Promise<string>} */
  const gone = new Promise((resolve) => context.on('close', () => resolve('the browser ended')));
  return {
    url: site.url,
    gone,
    stop,
    processes: processesOf(context),
    /** The context of the profile: for the page of a server with one wallet. */
    context,
    /** A context that shares nothing with others: no storage, and no process of the renderer. */
    newContext: async () => {
      const browser = context.browser();
      if (!browser) throw new Error('the browser ended');
      return browser.newContext({ serviceWorkers: NO_SERVICE_WORKERS });
    },
    /**
     * A way to nodes for one page; `end` closes it.
     * @param {number} [sockets] connections to a node at once
     */
    openRelay: (sockets) => {
      const relay = createRelay(sockets);
      relays.add(relay);
      const end = () => {
        relays.delete(relay);
        relay.stop();
      };
      return { path: relay.path, end };
    },
  };
}

/** The wallet server does not use the app's service worker. */
const NO_SERVICE_WORKERS = 'block';

const browserArgs = [
  '--disable-gpu',
  '--disable-extensions',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  '--mute-audio',
];

/** The page can reach only its own server, which forwards requests to the node (relay.mjs). */
const headers = (/** @type {import('../tools/build/headers.mjs').Page} */ page) =>
  headersOf(page, { 'connect-src': "'self'" });

/**
 * The ids of the browser's processes.
 * @param {import('@playwright/test').BrowserContext} context
 */
const processesOf = (context) => {
  /** @type {Promise<import('@playwright/test').CDPSession> | undefined} */
  let session;
  return async () => {
    session ??= context.browser()?.newBrowserCDPSession();
    const { processInfo = [] } = (await (await session)?.send('SystemInfo.getProcessInfo')) ?? {};
    return processInfo.map(({ id }) => id);
  };
};
