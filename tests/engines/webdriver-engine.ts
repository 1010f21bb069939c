/** An engine behind a session of WebDriver: its windows and what a person does in them. */
import { savedIn } from './downloads.ts';
import { asJson, elementAt, type Engine, type Tab } from './engine.ts';
import type { WebDriver } from './webdriver.ts';

/** Says in the page whether a click has arrived. */
const MARK = `'__clickArrived'`;
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';

/** `downloads`: the folder of files that pages save. */
export function engineOf(name: string, session: WebDriver, downloads: string): Engine {
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
    const run = (script: string): Promise<unknown> => here('/execute/sync', { script, args: [] });
    /** A busy browser loses some clicks. The mark is gone in the page to which the click has led, or with the window. */
    const clickArrived = async (): Promise<boolean> => {
      for (let tries = 0; tries < 20; tries++) {
        if (await run(`return window[${MARK}] !== false`).catch(() => true)) return true;
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
      return false;
    };
    const element = async (xpath: string): Promise<string> => {
      const found = (await run(`return ${elementAt(xpath)}`)) as Record<string, string> | null;
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
        do {
          // In the middle, where the bars at the edges do not cover it.
          await run(`const element = ${elementAt(xpath)};
            element?.scrollIntoView({ block: 'center' });
            window[${MARK}] = false;
            element?.addEventListener('click', () => (window[${MARK}] = true), { capture: true, once: true });`);
          const found = await element(xpath);
          // Something may be in front of it for a while, such as a message.
          await patiently(() => here(`${found}/click`, {}));
        } while (!(await clickArrived()));
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
    name,
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
}

/** Tries again for a while. */
export async function patiently<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++)
    try {
      return await work();
    } catch (error) {
      if (tries === 60) throw error;
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
}
