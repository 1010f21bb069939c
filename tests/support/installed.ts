/** The app on a server of its own, which a journey stops to show what the installed app does without it. */
import type { IncomingMessage } from 'node:http';
import type { Page } from '@playwright/test';
import { ensureBuilt } from '../../scripts/tools/app/app.ts';
import { serveFolder } from '../../src/server/http/serve-folder.ts';
import type { Devnet } from './app.ts';

export interface Installable {
  readonly url: string;
  /** Waits until the service worker has stored the app and answers for the page. */
  stored(page: Page): Promise<void>;
  /** Stops the server; it may be stopped already. */
  stop(): Promise<void>;
}

/** `first` sees each request; if it answers true, it has answered the request. */
export async function serveInstallable(
  devnet: Devnet,
  first: (request: IncomingMessage) => boolean = () => false,
): Promise<Installable> {
  const { daemonUrl: daemon, controlUrl: control } = devnet;
  const site = await serveFolder({
    root: await ensureBuilt(),
    extra: { '/devnet.json': { daemon, control, nodes: [daemon] } },
    first,
  });
  let stopping: Promise<void> | undefined;
  return {
    url: site.url,
    stored: async (page) => {
      await page.evaluate(() => navigator.serviceWorker.ready);
      await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    },
    stop: () => (stopping ??= site.stop()),
  };
}
