/** Chromium without a window and with an empty profile, and the small server that gives its pages the app. */
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type BrowserContext } from '@playwright/test';
import { serveFolder } from '../../../src/server/http/serve-folder.ts';
import { headersOf, type Page } from '../../../src/server/http/headers.ts';
import { createRelay, type Relay } from './relay.ts';

export type Browser = Awaited<ReturnType<typeof openBrowser>>;

/** `endedByItself` settles when the browser has ended, with the reason. */
export async function openBrowser({
  executablePath,
  dist,
}: {
  readonly executablePath: string;
  readonly dist: string;
}) {
  const dir = mkdtempSync(join(tmpdir(), 'ostro-app-rpc-'));
  // A copy, so that a build that is made meanwhile does not remove the app's chunks.
  cpSync(dist, join(dir, 'app'), { recursive: true, filter: (path) => !path.endsWith('.map') });
  const relays = new Set<Relay>();
  const site = await serveFolder({
    root: join(dir, 'app'),
    headers,
    first: (req, res) => [...relays].some((relay) => relay.handle(req, res)),
  });
  let first: BrowserContext | undefined;
  const stop = async () => {
    await first?.close().catch(() => {});
    await site.stop();
    for (const relay of relays) relay.stop();
    rmSync(dir, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  };
  const launch = () =>
    chromium.launchPersistentContext(join(dir, 'profile'), {
      executablePath,
      // Root's Chromium has none.
      chromiumSandbox: process.getuid?.() !== 0,
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
    throw error;
  }
  const context = first;
  const endedByItself = new Promise<string>((resolve) =>
    context.on('close', () => resolve('the browser ended')),
  );
  return {
    url: site.url,
    endedByItself,
    stop,
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
     * `sockets`: connections to a node at once
     */
    openRelay: (sockets?: number) => {
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

/** The app's service worker is not needed. */
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

/** The page can reach only its own server, which forwards requests to the node (relay.ts). */
const headers = (page: Page) => headersOf(page, { 'connect-src': "'self'" });
