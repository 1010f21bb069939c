/** A tab with a hostile site, as a test uses it, and the server of such sites: any name below localhost is one. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { BrowserContext, Page } from '@playwright/test';
import { hostilePage, type HostileAnswer, type HostilePage, type HostileWindow } from './hostile-page.ts';

export interface HostileSites {
  /** `http://NAME.localhost:PORT`; each name is another site for the browser. */
  readonly origin: (name: string) => string;
  /** The content of a page, by its path; all other paths are empty pages. */
  readonly pages: Map<string, string>;
  readonly stop: () => void;
}

export async function startHostileSites(): Promise<HostileSites> {
  const pages = new Map<string, string>();
  const server = createServer(({ url }, response) => {
    response.writeHead(200, { 'content-type': 'text/html' });
    response.end(pages.get(url ?? '') ?? '<!doctype html><title>Hostile</title><button>Go</button>');
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  return {
    origin: (name) => `http://${name}.localhost:${String(port)}`,
    pages,
    stop: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

export interface HostileTab {
  readonly page: Page;
  /** Runs a function with the page's hostile functions. */
  run<T, A>(work: (hostile: HostilePage, given: A) => T, given: A): Promise<T>;
  /** The page goes to another address by a script, so that the new page keeps the windows that it opened. */
  leave(url: string): Promise<void>;
  /** Opens the wallet's window in a click, and waits until it listens. */
  open(features?: string): Promise<Page>;
  /** Posts a hello and waits for the welcome. */
  connect(): Promise<void>;
  /** Sends a request; the returned promise waits for its answer. */
  ask(method: string, params?: unknown): Promise<HostileAnswer>;
  /** Sends many at once. */
  askAll(requests: readonly (readonly [method: string, params: unknown])[]): Promise<HostileAnswer>[];
}

/** `wallet`: the address of the wallet's folder. `url`: of the hostile page. */
/** The wallet's window may hide the page, which then gets no animation frames: the default of waitForFunction. */
const HIDDEN = { polling: 100 };

export async function openHostileTab(
  context: BrowserContext,
  wallet: string,
  url: string,
): Promise<HostileTab> {
  const page = await context.newPage();
  const waiting = new Map<number, (answer: HostileAnswer) => void>();
  let nextSerial = 1;
  await page.exposeBinding('report', (_, answer: HostileAnswer) => waiting.get(answer.serial)?.(answer));
  await page.addInitScript(hostilePage, wallet);
  await page.goto(url);
  const run: HostileTab['run'] = async (work, given) => {
    const handle = await page.evaluateHandle(() => (globalThis as unknown as HostileWindow).hostile);
    return handle.evaluate(work as (hostile: HostilePage, given: unknown) => ReturnType<typeof work>, given);
  };
  const askAll: HostileTab['askAll'] = (requests) => {
    const batch = requests.map(([method, params]) => ({ serial: nextSerial++, method, params }));
    const answers = batch.map(
      ({ serial }) => new Promise<HostileAnswer>((resolve) => waiting.set(serial, resolve)),
    );
    // A test may end, and its tab be closed, before the tab has sent what nobody waits for.
    run((hostile, given) => {
      hostile.send(given);
    }, batch).catch((error: unknown) => {
      if (!page.isClosed()) throw error;
    });
    return answers;
  };
  return {
    page,
    run,
    askAll,
    ask: (method, params = {}) => askAll([[method, params]])[0]!,
    leave: async (to) => {
      await page.evaluate((address) => {
        location.href = address;
      }, to);
      await page.waitForURL(to);
      await page.waitForFunction(() => 'hostile' in globalThis);
    },
    open: async (features) => {
      const opened = context.waitForEvent('page');
      await run((hostile, given) => hostile.open(undefined, given), features);
      const window = await opened;
      await page.waitForFunction(
        () => (globalThis as unknown as HostileWindow).hostile.ready > 0,
        undefined,
        HIDDEN,
      );
      return window;
    },
    connect: async () => {
      await run((hostile) => hostile.hello(), undefined);
      await page.waitForFunction(
        () => (globalThis as unknown as HostileWindow).hostile.welcomes > 0,
        undefined,
        HIDDEN,
      );
    },
  };
}
