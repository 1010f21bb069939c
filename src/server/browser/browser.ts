/** Chromium without a window and with an empty profile, and the small server that gives its pages the app. */
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { chromium, type BrowserContext, type CDPSession } from '@playwright/test';
import { serveFolder } from '../../../scripts/tools/app/serve.ts';
import { headersOf, type Page } from '../../../scripts/tools/build/headers.ts';
import { createRelay, type Relay } from './relay.ts';
import { explainStart } from './sandbox.ts';
import { makeTemporary, removeTemporary } from './temporary.ts';

export type Browser = Awaited<ReturnType<typeof openBrowser>>;

/** `sandbox` false: Chromium without its sandbox. `gone` settles when the browser has ended, with the reason. */
export async function openBrowser({
  executablePath,
  sandbox,
  dist,
}: {
  readonly executablePath: string;
  readonly sandbox: boolean;
  readonly dist: string;
}) {
  const dir = makeTemporary();
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
  const gone = new Promise<string>((resolve) => context.on('close', () => resolve('the browser ended')));
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

/** The page can reach only its own server, which forwards requests to the node (relay.ts). */
const headers = (page: Page) => headersOf(page, { 'connect-src': "'self'" });

/** The ids of the browser's processes. */
const processesOf = (context: BrowserContext) => {
  let session: Promise<CDPSession> | undefined;
  return async () => {
    session ??= context.browser()?.newBrowserCDPSession();
    const { processInfo = [] } = (await (await session)?.send('SystemInfo.getProcessInfo')) ?? {};
    return processInfo.map(({ id }) => id);
  };
};
