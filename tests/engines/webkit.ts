/** WebKitGTK, as installed on this computer: its small browser on a display of its own, through WebDriver. */
import { existsSync } from 'node:fs';
import { startChild, type Child } from '../../scripts/tools/setup/process.mjs';
import { asJson, type Engine, type Tab } from './engine.ts';
import { startSession, type WebDriver } from './webdriver.ts';

const DRIVER = '/usr/bin/WebKitWebDriver';
const DISPLAY_SERVER = '/usr/bin/Xvfb';
/** Gives the focus to the newest window, as a desktop does: the wallet's buttons wait for it. */
const WINDOW_MANAGER = '/usr/bin/matchbox-window-manager';
const BROWSERS = ['4.1', '4.0'].map((api) => `/usr/lib/x86_64-linux-gnu/webkit2gtk-${api}/MiniBrowser`);
const DISPLAY = ':87';
const PORT = 44_870;
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';

/** The browser's path; undefined when it or a program that it needs here is missing. */
export function findWebKit(): string | undefined {
  return [DRIVER, DISPLAY_SERVER, WINDOW_MANAGER].every(existsSync) ? BROWSERS.find(existsSync) : undefined;
}

export async function startWebKit(binary: string): Promise<Engine> {
  const env = { ...process.env, DISPLAY };
  const children = [
    startChild('Xvfb', DISPLAY_SERVER, [DISPLAY, '-screen', '0', '1280x1024x24']),
    startChild('window manager', '/bin/sh', ['-c', `until ${WINDOW_MANAGER}; do sleep 0.2; done`], { env }),
    startChild('WebKitWebDriver', DRIVER, [`--port=${PORT}`], { env }),
  ];
  const session = await patiently(() =>
    startSession(`http://127.0.0.1:${PORT}`, {
      browserName: 'MiniBrowser',
      'webkitgtk:browserOptions': { binary, args: ['--automation'] },
    }),
  );
  await session.send('/timeouts', { script: 60_000, pageLoad: 120_000, implicit: 30_000 });
  return engineOf(session, children);
}

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
      const found = (await here('/element', { using: 'xpath', value: xpath })) as Record<string, string>;
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
        await here(`${await element(xpath)}/click`, {});
      },
      type: async (xpath, text) => {
        const found = await element(xpath);
        await here(`${found}/clear`, {});
        await here(`${found}/value`, { text });
      },
      show: async () => {
        await here('/window', { handle });
      },
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
