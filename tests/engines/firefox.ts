/** Firefox, as installed on this computer, through WebDriver BiDi. */
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { firefox, type LaunchOptions, type Locator, type Page } from '@playwright/test';
import { killBelow } from '../chaos/processes.ts';
import { openInContext, type OpenApp } from '../chaos/targets.ts';
import { savedIn } from './downloads.ts';
import { asJson, type Engine, type Tab } from './engine.ts';

/** A phone. */
const VIEWPORT = { width: 390, height: 844 };
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
  const folder = mkdtempSync(join(tmpdir(), 'ostro-firefox-'));
  const downloads = join(folder, 'downloads');
  mkdirSync(downloads);
  const options = optionsFor(executablePath, folder, proxyPort);
  const browser = await firefox.launch({ ...options, downloadsPath: downloads });
  const context = await browser.newContext({ viewport: VIEWPORT });
  context.setDefaultTimeout(60_000);
  return {
    name: `Firefox ${browser.version()}`,
    newTab: async () => tabOf(await context.newPage(), downloads),
    opened: async (work) => {
      const opening = context.waitForEvent('page');
      await work();
      const page = await opening;
      // Until it has its size, clicks would miss.
      await page.waitForFunction((width) => innerWidth === width, VIEWPORT.width);
      return tabOf(page, downloads);
    },
    killTab: () => killBelow(process.pid, / -contentproc .* tab ?$/),
    close: async () => {
      await browser.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** `folder`: for a program that starts Firefox. */
const optionsFor = (executablePath: string, folder: string, proxyPort?: number): LaunchOptions => {
  const starter = join(folder, 'firefox');
  writeFileSync(starter, STARTER, { mode: 0o755 });
  return {
    executablePath: starter,
    env: { ...process.env, OSTRO_FIREFOX: executablePath },
    channel: 'moz-firefox',
    // A busy computer needs minutes; the test has a limit of its own.
    timeout: 0,
    // Without it Firefox asks the user whether the page may keep its data, and waits for an answer.
    firefoxUserPrefs: { 'permissions.default.persistent-storage': 1, ...proxyPrefs(proxyPort) },
  };
};

/** Opens the app in this browser with a folder of its own. */
export function openInFirefox(executablePath: string): OpenApp {
  return async (profile, url) => {
    mkdirSync(profile, { recursive: true });
    const context = await firefox.launchPersistentContext(profile, optionsFor(executablePath, profile));
    return openInContext(context, profile, url);
  };
}

/** Playwright wants a Firefox that ends when one of its pages crashes. */
const STARTER = `#!/bin/sh
unset MOZ_CRASHREPORTER_SHUTDOWN
exec "$OSTRO_FIREFOX" "$@"
`;

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

const tabOf = (page: Page, downloads: string): Tab => ({
  open: async (url) => {
    await page.goto(url);
  },
  evaluate: async (expression) =>
    (JSON.parse(await page.evaluate<string>(asJson(expression))) as { readonly value?: unknown }).value,
  click: (xpath) => clickFor(page, xpath),
  type: (xpath, text) => shown(page, xpath).fill(text),
  choose: (xpath, path) => page.locator(`xpath=${xpath}`).first().setInputFiles(path),
  saved: (work) => savedIn(downloads, work),
  show: () => page.bringToFront(),
  picture: () => page.screenshot(),
  close: () => page.close(),
});

/** A busy Firefox loses some of the clicks that it is told to make: then it is told again. */
const clickFor = async (page: Page, xpath: string): Promise<void> => {
  const mark = '__clickArrived';
  const arrived = (): Promise<boolean> =>
    // Undefined in the page to which the click has led.
    page.evaluate((name) => Reflect.get(globalThis, name) !== false, mark).catch(() => true);
  do {
    const element = shown(page, xpath);
    await element.evaluate((it, name) => {
      Reflect.set(globalThis, name, false);
      it.addEventListener('click', () => Reflect.set(globalThis, name, true), { capture: true, once: true });
    }, mark);
    await element.click();
    for (let tries = 0; tries < 20 && !(await arrived()); tries++) await page.waitForTimeout(100);
  } while (!(await arrived()));
};

const shown = (page: Page, xpath: string): Locator =>
  page.locator(`xpath=${xpath}`).filter({ visible: true }).first();
