/** Firefox, as installed on this computer, through its own driver. */
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../scripts/tools/app/monero.ts';
import { startChild, type Child } from '../../scripts/tools/setup/process.mjs';
import { killBelow, killTree, residentMemory } from '../chaos/processes.ts';
import { requestRpc, RPC_IS_READY, type OpenApp } from '../chaos/targets.ts';
import { limit } from '../support/tier.ts';
import type { Engine } from './engine.ts';
import { connectMarionette, type Marionette } from './marionette.ts';
import { engineOf, patiently } from './webdriver-engine.ts';

/** A phone, or as narrow as Firefox lets a window be. */
const SIZE = { width: 390, height: 844 };
const PLACES = ['/usr/bin/firefox-esr', '/usr/bin/firefox'];

type Prefs = Readonly<Record<string, string | number | boolean>>;
/** Without it Firefox asks the user whether the page may keep its data, and waits for an answer. */
const KEEPS_DATA: Prefs = { 'permissions.default.persistent-storage': 1 };

/** Undefined when there is none. OSTRO_FIREFOX names another one. */
export function findFirefox(): string | undefined {
  return [process.env['OSTRO_FIREFOX'] ?? '', ...PLACES].find((path) => path !== '' && existsSync(path));
}

/** `proxyPort`: a proxy on this computer that gets every request, also those to this computer. */
export async function startFirefox(
  executablePath: string,
  { proxyPort }: { readonly proxyPort?: number } = {},
): Promise<Engine> {
  const profile = mkdtempSync(join(tmpdir(), 'ostro-firefox-'));
  const { child, session, downloads } = await launchFirefox(executablePath, profile, proxyPrefs(proxyPort));
  const engine = engineOf('Firefox', session, downloads);
  return {
    ...engine,
    newTab: async () => {
      const tab = await engine.newTab();
      await tab.show();
      await session.command('WebDriver:SetWindowRect', SIZE);
      return tab;
    },
    killTab: () => killBelow(child.pid!, / -contentproc .* tab ?$/),
    close: async () => {
      // After one of its pages was killed, Firefox does not always exit on its driver's command.
      await child.stop();
      rmSync(profile, { recursive: true, force: true });
    },
  };
}

export interface LaunchedFirefox {
  readonly child: Child;
  readonly session: Marionette;
  /** The folder of files that pages save. */
  readonly downloads: string;
}

/**
 * Starts Firefox with its own driver. The driver that Playwright uses (WebDriver BiDi) listens for workers, as its tools for
 * developers do. A worker that starts another one then waits until that one is registered, and may miss the only notice of it:
 * it stands still for ever (WaitForIsDebuggerRegistered in dom/workers/WorkerPrivate.h; Firefox 153). `profile`: a folder, which
 * a later Firefox may use again.
 */
export async function launchFirefox(
  executablePath: string,
  profile: string,
  prefs: Prefs,
): Promise<LaunchedFirefox> {
  const downloads = join(profile, 'saved');
  mkdirSync(downloads, { recursive: true });
  const port = await freePort();
  const all: Prefs = {
    ...KEEPS_DATA,
    'marionette.port': port,
    'browser.download.folderList': 2,
    'browser.download.dir': downloads,
    'browser.aboutwelcome.enabled': false,
    // A camera with a test picture, which pages may use.
    'media.navigator.streams.fake': true,
    'media.navigator.permission.disabled': true,
    // Firefox itself asks Google for a module of protected videos.
    'media.gmp-provider.enabled': false,
    'media.gmp-manager.updateEnabled': false,
    ...prefs,
  };
  writeFileSync(
    join(profile, 'user.js'),
    Object.entries(all)
      .map(([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`)
      .join(''),
  );
  const child = startChild('Firefox', executablePath, [
    ...['--headless', '--no-remote', '--profile', profile],
    ...['--marionette', '--remote-allow-system-access'],
  ]);
  const session = await connectMarionette(port).catch(async (cause: unknown) => {
    await child.stop();
    throw new Error(`Firefox did not start:\n${child.tail()}`, { cause });
  });
  await session.send('/timeouts', { script: limit(10), pageLoad: limit(2) });
  return { child, session, downloads };
}

/** Opens the app in this browser with a folder of its own, and ends all of its processes with a kill. */
export function openInFirefox(executablePath: string): OpenApp {
  return async (profile, url) => {
    const { child, session, downloads } = await launchFirefox(executablePath, profile, {});
    await session.inBrowser(allowRpc());
    const page = await engineOf('Firefox', session, downloads).newTab();
    await page.open(url);
    await patiently(async () => {
      if (!(await page.evaluate(RPC_IS_READY))) throw new Error('The app does not start');
    });
    return {
      request: async (envelope) => String(await page.evaluate(requestRpc(envelope))),
      kill: async () => {
        await killTree(child.pid, profile);
        await child.exited;
      },
      memory: () => residentMemory(child.pid, profile),
    };
  };
}

/** Allows the in-page RPC in each page before its own scripts run. For the browser's window. */
const allowRpc = (): string => {
  const listen = `addEventListener('DOMWindowCreated', ({ target: { defaultView: page } }) => {
    page.wrappedJSObject.ostroHost = Components.utils.cloneInto({ rpc: true }, page);
  }, true)`;
  return `void Services.mm.loadFrameScript(${JSON.stringify(`data:,${encodeURIComponent(listen)}`)}, true)`;
};

const proxyPrefs = (port?: number): Prefs =>
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
