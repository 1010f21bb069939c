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
import { savedIn } from './downloads.ts';
import { asJson, elementAt, type Engine, type Tab } from './engine.ts';
import { inspectPage } from './inspector.ts';
import { startSession, type WebDriver } from './webdriver.ts';

const DRIVER = '/usr/bin/WebKitWebDriver';
const DISPLAY_SERVER = '/usr/bin/Xvfb';
/** Gives the focus to the newest window, as a desktop does: the wallet's buttons wait for it. */
const WINDOW_MANAGER = '/usr/bin/matchbox-window-manager';
const BROWSERS = ['4.1', '4.0'].map((api) => `/usr/lib/x86_64-linux-gnu/webkit2gtk-${api}/MiniBrowser`);
/** About as wide as a phone, which is as narrow as this browser's window can be. */
const SCREEN = '460x940x24';
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';

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
      'webkitgtk:browserOptions': { binary, args: ['--automation'] },
    }),
  );
  await session.send('/timeouts', { script: limit(10), pageLoad: limit(2) });
  const engine = engineOf(session, downloads);
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

/** `downloads`: the folder of files that pages save. */
const engineOf = (session: WebDriver, downloads: string): Engine => {
  // Commands go to the chosen window, so choosing it and the command stay together.
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const turn = last.then(work, work);
    last = turn;
    return turn;
  };
  const handles = () => session.send('/window/handles') as Promise<readonly string[]>;
  const tabOf = (handle: string): Tab => {
    const here = (path: string, body?: object): Promise<unknown> =>
      inTurn(async () => {
        await session.send('/window', { handle });
        return session.send(path, body);
      });
    const element = async (xpath: string): Promise<string> => {
      const script = `return ${elementAt(xpath)}`;
      const found = (await here('/execute/sync', { script, args: [] })) as Record<string, string> | null;
      if (found === null) throw new Error(`The screen has no ${xpath}`);
      return `/element/${found[ELEMENT]!}`;
    };
    return {
      open: async (url) => {
        await here('/url', { url });
      },
      evaluate: async (expression) => {
        const script = `const done = arguments[arguments.length - 1];
          ${asJson(expression)}.then(done, (error) => done(JSON.stringify({ error: String(error) })));`;
        const answer = (await here('/execute/async', { script, args: [] })) as string;
        const { value, error } = JSON.parse(answer) as { readonly value?: unknown; readonly error?: string };
        if (error !== undefined) throw new Error(error);
        return value;
      },
      click: async (xpath) => {
        // In the middle, where the bars at the edges do not cover it.
        await here('/execute/sync', {
          script: `${elementAt(xpath)}?.scrollIntoView({ block: 'center' })`,
          args: [],
        });
        const found = await element(xpath);
        // Something may be in front of it for a while, such as a message.
        await patiently(() => here(`${found}/click`, {}));
      },
      type: async (xpath, text) => {
        const found = await element(xpath);
        await here(`${found}/clear`, {});
        await here(`${found}/value`, { text });
      },
      choose: async (xpath, path) => {
        await here(`${await element(xpath)}/value`, { text: path });
      },
      saved: (work) => savedIn(downloads, work),
      show: async () => {
        await here('/window', { handle });
      },
      picture: async () => Buffer.from((await here('/screenshot')) as string, 'base64'),
      close: () =>
        inTurn(async () => {
          await session.send('/window', { handle });
          const [next] = (await session.remove('/window')) as readonly string[];
          // Commands need a window, even the one that makes a new one.
          await session.send('/window', { handle: next });
        }),
    };
  };
  return {
    name: 'WebKitGTK',
    newTab: async () => {
      const { handle } = (await inTurn(() => session.send('/window/new', { type: 'window' }))) as {
        readonly handle: string;
      };
      return tabOf(handle);
    },
    opened: async (work) => {
      const before = await inTurn(handles);
      await work();
      return patiently(async () => {
        const added = (await inTurn(handles)).find((each) => !before.includes(each));
        if (added === undefined) throw new Error('No window was opened');
        return tabOf(added);
      });
    },
    // A page whose process is killed ends the session of this driver, and with it all that is stored.
    killTab: (tab) => tab.close(),
    close: () => session.end().catch(() => undefined),
  };
};

/** Tries again for a while. */
const patiently = async <T>(work: () => Promise<T>): Promise<T> => {
  for (let tries = 1; ; tries++)
    try {
      return await work();
    } catch (error) {
      if (tries === 60) throw error;
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
};
