/** Firefox, as installed on this computer, through WebDriver BiDi. */
import { existsSync } from 'node:fs';
import { firefox, type Page } from '@playwright/test';
import { asJson, type Engine, type Tab } from './engine.ts';

const PLACES = ['/usr/bin/firefox-esr', '/usr/bin/firefox'];

/** Undefined when there is none. OSTRO_FIREFOX names another one. */
export function findFirefox(): string | undefined {
  return [process.env['OSTRO_FIREFOX'] ?? '', ...PLACES].find((path) => path !== '' && existsSync(path));
}

/** `proxyPort`: a proxy on this computer that gets every request, also those to this computer. */
export async function startFirefox(
  executablePath: string,
  { proxyPort }: { readonly proxyPort?: number } = {},
): Promise<Engine> {
  const browser = await firefox.launch({
    executablePath,
    channel: 'moz-firefox',
    // A busy computer needs minutes; the test has a limit of its own.
    timeout: 0,
    // Without it Firefox asks the user whether the page may keep its data, and waits for an answer.
    firefoxUserPrefs: { 'permissions.default.persistent-storage': 1, ...proxyPrefs(proxyPort) },
  });
  const context = await browser.newContext({ viewport: { width: 480, height: 860 } });
  context.setDefaultTimeout(60_000);
  return {
    name: `Firefox ${browser.version()}`,
    newTab: async () => tabOf(await context.newPage()),
    opened: async (work) => {
      const opening = context.waitForEvent('page');
      await work();
      return tabOf(await opening);
    },
    close: () => browser.close(),
  };
}

const proxyPrefs = (port?: number): Record<string, string | number | boolean> =>
  port === undefined
    ? {}
    : {
        'network.proxy.type': 1,
        'network.proxy.http': '127.0.0.1',
        'network.proxy.http_port': port,
        'network.proxy.ssl': '127.0.0.1',
        'network.proxy.ssl_port': port,
        'network.proxy.no_proxies_on': '',
        'network.proxy.allow_hijacking_localhost': true,
      };

const tabOf = (page: Page): Tab => ({
  open: async (url) => {
    await page.goto(url);
  },
  evaluate: async (expression) =>
    (JSON.parse(await page.evaluate<string>(asJson(expression))) as { readonly value?: unknown }).value,
  click: (xpath) => page.locator(`xpath=${xpath}`).click(),
  type: (xpath, text) => page.locator(`xpath=${xpath}`).fill(text),
  show: () => page.bringToFront(),
});
