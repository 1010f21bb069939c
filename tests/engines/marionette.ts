/**
 * Firefox's own driver, Marionette: the commands of WebDriver as JSON over TCP, as geckodriver sends them. Source:
 * firefox-source-docs.mozilla.org/testing/marionette/Protocol.html and the list of commands in remote/marionette/driver.sys.mjs.
 */
import { connect, type Socket } from 'node:net';
import type { WebDriver } from './webdriver.ts';
import { patiently } from './webdriver-engine.ts';

export interface Marionette extends WebDriver {
  readonly command: (name: string, parameters?: object) => Promise<unknown>;
  /** The value of an expression in the browser's own window, which shows the page's window; awaited. */
  readonly inBrowser: (expression: string) => Promise<unknown>;
  /** A PNG file of the browser's window. */
  readonly windowPicture: () => Promise<Buffer>;
}

/** Of WebDriver's paths. */
const COMMANDS: Readonly<Record<string, string>> = {
  '/timeouts': 'WebDriver:SetTimeouts',
  '/window': 'WebDriver:SwitchToWindow',
  '/window/handles': 'WebDriver:GetWindowHandles',
  '/window/new': 'WebDriver:NewWindow',
  '/url': 'WebDriver:Navigate',
  '/execute/sync': 'WebDriver:ExecuteScript',
  '/execute/async': 'WebDriver:ExecuteAsyncScript',
  '/screenshot': 'WebDriver:TakeScreenshot',
  click: 'WebDriver:ElementClick',
  clear: 'WebDriver:ElementClear',
  value: 'WebDriver:ElementSendKeys',
};

/** Connects to a Firefox that is starting. */
export async function connectMarionette(port: number): Promise<Marionette> {
  const { socket, command } = await patiently(() => open(port));
  await command('WebDriver:NewSession');
  /** Sends a command to the browser's own window. */
  const toBrowser = async (name: string, parameters: object): Promise<unknown> => {
    await command('Marionette:SetContext', { value: 'chrome' });
    try {
      return await command(name, parameters);
    } finally {
      await command('Marionette:SetContext', { value: 'content' });
    }
  };
  return {
    command,
    send: (path, body = {}) => {
      const [, id, action] = /^\/element\/([^/]+)\/(\w+)$/.exec(path) ?? [];
      const name = COMMANDS[action ?? path];
      if (name === undefined) throw new Error(`Marionette has no ${path}`);
      return command(name, id === undefined ? body : { ...body, id });
    },
    remove: () => command('WebDriver:CloseWindow'),
    inBrowser: async (expression) => {
      const answer = (await toBrowser('WebDriver:ExecuteAsyncScript', {
        script: `const done = arguments[0];
          (async () => ({ value: await (${expression}) }))().then(done, (error) => done({ error: String(error) }));`,
        args: [],
      })) as { readonly value?: unknown; readonly error?: string };
      if (answer.error !== undefined) throw new Error(answer.error);
      return answer.value;
    },
    windowPicture: async () =>
      Buffer.from((await toBrowser('WebDriver:TakeScreenshot', { full: false })) as string, 'base64'),
    end: async () => {
      const closed = new Promise((resolve) => socket.once('close', resolve));
      await command('Marionette:Quit', { flags: ['eAttemptQuit'] });
      await closed;
    },
  };
}

interface Answer {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: Error) => void;
}

const open = async (
  port: number,
): Promise<{ readonly socket: Socket; readonly command: Marionette['command'] }> => {
  const socket = connect(port, '127.0.0.1');
  const waiting = new Map<number, Answer>();
  let count = 0;
  const greeted = new Promise<void>((resolve, reject) => {
    socket.once('error', reject);
    socket.once('close', () => {
      for (const { reject: fail } of waiting.values()) fail(new Error('Firefox has ended'));
      reject(new Error('Firefox has ended'));
    });
    readMessages(socket, (message) => {
      // What it says first.
      if (!Array.isArray(message)) {
        resolve();
        return;
      }
      const [, id, error, value] = message as [
        number,
        number,
        { error: string; message: string } | null,
        unknown,
      ];
      const answer = waiting.get(id);
      waiting.delete(id);
      if (error) answer?.reject(new Error(`${error.error}: ${error.message}`));
      else answer?.resolve(isWrapped(value) ? value.value : value);
    });
  });
  await greeted;
  return {
    socket,
    command: (name, parameters = {}) =>
      new Promise((resolve, reject) => {
        count += 1;
        waiting.set(count, { resolve, reject });
        const text = JSON.stringify([0, count, name, parameters]);
        socket.write(`${String(Buffer.byteLength(text))}:${text}`);
      }),
  };
};

const isWrapped = (value: unknown): value is { readonly value: unknown } =>
  typeof value === 'object' && value !== null && 'value' in value;

/** Each message is `LENGTH:JSON`, its length in bytes. */
const readMessages = (socket: Socket, take: (message: unknown) => void): void => {
  let bytes = Buffer.alloc(0);
  socket.on('data', (part) => {
    bytes = Buffer.concat([bytes, part]);
    for (;;) {
      const colon = bytes.indexOf(':');
      const end = colon + 1 + Number(bytes.subarray(0, Math.max(colon, 0)).toString());
      if (colon < 0 || bytes.length < end) return;
      take(JSON.parse(bytes.subarray(colon + 1, end).toString()));
      bytes = bytes.subarray(end);
    }
  });
};
