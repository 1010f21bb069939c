/** WebKitGTK, as installed on this computer: its small browser on a display of its own, through WebDriver. */
import { existsSync } from 'node:fs';
import { freePort } from '../../scripts/tools/app/monero.ts';
import { startChild, type Child } from '../../scripts/tools/setup/process.mjs';
import { limit } from '../support/tier.ts';
import { asJson, elementAt, type Engine, type Tab } from './engine.ts';
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
  const display = startChild('Xvfb', DISPLAY_SERVER, ['-displayfd', '1', '-screen', '0', SCREEN]);
  const number = await patiently(() => {
    const found = /^\d+$/m.exec(display.tail())?.[0];
    return found === undefined ? Promise.reject(new Error(display.tail())) : Promise.resolve(found);
  });
  const env = { ...process.env, DISPLAY: `:${number}` };
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
  return engineOf(session, children);
}

const proxyOn = (port: number): object => ({
  proxyType: 'manual',
  httpProxy: `127.0.0.1:${port}`,
  sslProxy: `127.0.0.1:${port}`,
});

const engineOf = (session: WebDriver, children: readonly Child[]): Engine => {
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
    close: async () => {
      await session.end().catch(() => undefined);
      for (const child of [...children].reverse()) await child.stop();
    },
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
