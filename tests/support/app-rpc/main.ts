/**
 * `npm run app-rpc -- [flags of the wallet server]`: the same server with the real app in a headless Chromium behind it, so that
 * test suites of others, such as Monero's functional tests, can be run against the app in the browser.
 */
import { ensureBuilt } from '../../../scripts/tools/app/app.ts';
import { ensureChromium } from '../../../scripts/tools/setup/setup.mjs';
import type { WalletHost } from '../../../src/server/hosted.ts';
import { runServer } from '../../../src/server/main.ts';
import { openBrowser } from './browser.ts';
import { openPage } from './page.ts';

const openHost = async (): Promise<WalletHost> => {
  const [executablePath, dist] = await Promise.all([ensureChromium(), ensureBuilt()]);
  const browser = await openBrowser({ executablePath, dist });
  return {
    open: (options) => openPage(browser, options),
    endedByItself: browser.endedByItself,
    stop: browser.stop,
  };
};

runServer({ command: 'npm run app-rpc --', openHost });
