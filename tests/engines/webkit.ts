/** WebKitGTK, as installed on this computer: its small browser on a display of its own, through WebDriver. */
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../scripts/tools/app/monero.ts';
import { startChild, type Child } from '../../scripts/tools/setup/process.mjs';
import { limit } from '../support/tier.ts';
import { until } from '../support/until.ts';
import { killBelow, killTree, residentMemory } from '../chaos/processes.ts';
import { ALLOW_RPC, requestRpc, RPC_IS_READY, type OpenApp } from '../chaos/targets.ts';
import type { Engine } from './engine.ts';
import { inspectPage } from './inspector.ts';
import { startSession } from './webdriver.ts';
import { engineOf, patiently } from './webdriver-engine.ts';

const DRIVER = '/usr/bin/WebKitWebDriver';
const DISPLAY_SERVER = '/usr/bin/Xvfb';
/** Gives the focus to the newest window, as a desktop does: the wallet's buttons wait for it. */
const WINDOW_MANAGER = '/usr/bin/matchbox-window-manager';
const BROWSERS = ['4.1', '4.0'].map((api) => `/usr/lib/x86_64-linux-gnu/webkit2gtk-${api}/MiniBrowser`);
/** About as wide as a phone, which is as narrow as this browser's window can be. */
const SCREEN = '460x940x24';

/** The browser's path; undefined when it or a program that it needs here is missing. */
export function findWebKit(): string | undefined {
  return [DRIVER, DISPLAY_SERVER, WINDOW_MANAGER].every(existsSync) ? BROWSERS.find(existsSync) : undefined;
}

/** `proxyPort`: a proxy on this computer that gets every request. */
export async function startWebKit(
  binary: string,
  { proxyPort }: { readonly proxyPort?: number } = {},
): Promise<Engine> {
  const { display, name } = await startDisplay();
  const folder = mkdtempSync(join(tmpdir(), 'ostro-webkit-'));
  const downloads = join(folder, 'downloads');
  mkdirSync(downloads);
  writeFileSync(join(folder, 'user-dirs.dirs'), `XDG_DOWNLOAD_DIR="${downloads}"\n`);
  const env = { ...process.env, DISPLAY: name, XDG_CONFIG_HOME: folder };
  const port = await freePort();
  const children = [
    display,
    startChild('window manager', '/bin/sh', ['-c', `until ${WINDOW_MANAGER}; do sleep 0.2; done`], { env }),
    startChild('WebKitWebDriver', DRIVER, [`--port=${port}`], { env }),
  ];
  const session = await patiently(() =>
    startSession(`http://127.0.0.1:${port}`, {
      browserName: 'MiniBrowser',
      ...(proxyPort !== undefined && { proxy: proxyOn(proxyPort) }),
      'webkitgtk:browserOptions': { binary, args: ['--automation', '--enable-mock-capture-devices=true'] },
    }),
  );
  await session.send('/timeouts', { script: limit(10), pageLoad: limit(2) });
  const engine = engineOf('WebKitGTK', session, downloads);
  return {
    ...engine,
    close: async () => {
      await engine.close();
      for (const child of [...children].reverse()) await child.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const startDisplay = async (): Promise<{ readonly display: Child; readonly name: string }> => {
  const display = startChild('Xvfb', DISPLAY_SERVER, ['-displayfd', '1', '-screen', '0', SCREEN]);
  const name = await patiently(() => {
    const number = /^\d+$/m.exec(display.tail())?.[0];
    return number === undefined ? Promise.reject(new Error(display.tail())) : Promise.resolve(`:${number}`);
  });
  return { display, name };
};

/**
 * Opens the app in this browser without a session of WebDriver, which would keep no data. Kills by turns the process of the
 * page alone and all processes of the browser.
 */
export function openInWebKit(binary: string): OpenApp {
  let kills = 0;
  return async (profile, url) => {
    const { display, name } = await startDisplay();
    const address = `127.0.0.1:${await freePort()}`;
    const env = {
      ...process.env,
      XDG_DATA_HOME: join(profile, 'data'),
      XDG_CACHE_HOME: join(profile, 'cache'),
      XDG_CONFIG_HOME: join(profile, 'config'),
      DISPLAY: name,
      WEBKIT_INSPECTOR_HTTP_SERVER: address,
    };
    // The app is opened later: its page must not run before `runBefore`.
    const elsewhere = new URL('precache.json', url).href;
    const browser = startChild('MiniBrowser', binary, ['--enable-developer-extras=true', elsewhere], { env });
    // The first page of a browser ends when it loads an address.
    const page = await patiently(async () => {
      const inspected = await inspectPage(address);
      await until(async () => (await inspected.evaluate('location.href')) === elsewhere);
      return inspected;
    });
    await page.runBefore(ALLOW_RPC);
    // The page ends before it can answer.
    await page.evaluate(`void location.assign(${JSON.stringify(url)})`).catch(() => undefined);
    await patiently(async () => {
      if (!(await page.evaluate(RPC_IS_READY))) throw new Error('The app does not start');
    });
    return {
      request: async (envelope) => String(await page.evaluate(requestRpc(envelope))),
      kill: async () => {
        kills += 1;
        if (kills % 2 === 1) await killBelow(browser.pid!, /WebKitWebProcess/);
        else await killTree(browser.pid);
        await browser.stop();
        await display.stop();
      },
      memory: () => residentMemory(browser.pid),
    };
  };
}

const proxyOn = (port: number): object => ({
  proxyType: 'manual',
  httpProxy: `127.0.0.1:${port}`,
  sslProxy: `127.0.0.1:${port}`,
});
