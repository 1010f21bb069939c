/** The real app in a page of the browser, driven through its in-page endpoint. */
import { openBridge } from './bridge.ts';
import type { PageGlobals } from './page-globals.ts';
import type { Browser } from './browser.ts';
import type { BrowserContext } from '@playwright/test';
import type { WalletFolder } from '../../../src/ports/wallet-folder.ts';
import type { Hosted, HostEvent, HostedOptions } from '../../../src/server/hosted.ts';
import type { Host, HostFolder } from '../../../src/transport/host.ts';

interface Base64 {
  base64: string;
}
type Methods = Readonly<Record<string, (...args: readonly unknown[]) => Promise<unknown>>>;

/** Connections to a node of each of several wallets: monerod takes 25 of one address. */
const SOCKETS_OF_SEVERAL = 2;

/** Opens the app. */
export async function openPage(
  browser: Browser,
  {
    restricted,
    compat,
    folder,
    only,
    network,
    regtest,
    onBug: reportBug,
    threads,
    proxy,
    nodeTls,
    oneOfSeveral: apart = false,
  }: HostedOptions,
): Promise<Hosted> {
  if (proxy) throw new Error('The app in a browser knows no --proxy');
  if (nodeTls) throw new Error('The app in a browser knows no --daemon-ssl-…');
  if (folder && 'files' in folder) throw new Error('The app in a browser knows no --wallet-store');
  const relay = browser.openRelay(apart ? SOCKETS_OF_SEVERAL : undefined);
  let own: BrowserContext | undefined;
  const stop = async () => {
    await own?.close().catch(() => {});
    relay.end();
  };
  try {
    own = apart ? await browser.newContext() : undefined;
    const context = own ?? browser.context;
    if (folder) await exposeFolder(context, folder);
    await context.addInitScript(setHost, {
      restricted,
      compat,
      network,
      ...(only !== undefined && { only }),
      ...(regtest && { regtest }),
      scanWorkers: threads,
      relay: relay.path,
      hasFolder: folder !== null,
    });
    const page = context.pages()[0] ?? (await context.newPage());
    const crashed = new Promise<string>((resolve) => page.on('crash', () => resolve('the page crashed')));
    const endedByItself = Promise.race([crashed, browser.endedByItself]);
    page.on('console', (message) => {
      if (message.type() === 'error') reportBug(message.text());
    });
    await page.goto(browser.url);
    await page.waitForFunction(() => 'ostroRpc' in globalThis, undefined, { polling: 20, timeout: 60_000 });
    const bridge = await openBridge(page);
    void endedByItself.then((why) => bridge.fail(why));
    const on = async (listener: (event: HostEvent) => void) => {
      await page.exposeFunction('ostroEvent', listener);
      await page.evaluate(() => {
        const own = globalThis as unknown as PageGlobals;
        own.ostroRpc.on((event) => {
          if (event.type !== 'status') own.ostroEvent(event);
        });
      });
    };
    const request = (envelope: string) =>
      page.evaluate((text) => (globalThis as unknown as PageGlobals).ostroRpc.request(text), envelope);
    return { endedByItself, stop, ask: bridge.ask, request, on };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Lets the page call the methods of the wallet folder. */
const exposeFolder = (context: BrowserContext, folder: WalletFolder) => {
  const methods = folder as unknown as Methods;
  return context.exposeFunction('ostroFolder', async (method: string, args: unknown[]) =>
    withBytes(await methods[method]?.(...args.map(withBytes))),
  );
};

const isBase64 = (value: unknown): value is Base64 =>
  typeof value === 'object' && value !== null && 'base64' in value && typeof value.base64 === 'string';

/** What crosses to the page is JSON: bytes become {base64} on the way out and come back so; in objects, too. */
const withBytes = (value: unknown): unknown => {
  if (value instanceof Uint8Array) return { base64: Buffer.from(value).toString('base64') };
  if (isBase64(value)) return Buffer.from(value.base64, 'base64');
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, withBytes(each)]));
};

/** Runs in the page before the app. */
const setHost = ({ hasFolder, ...host }: Host & { readonly hasFolder: boolean }) => {
  const own = globalThis as unknown as PageGlobals;
  const toBase64 = (bytes: Uint8Array) => {
    let text = '';
    for (let at = 0; at < bytes.length; at += 0x8000)
      text += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
    return btoa(text);
  };
  const withBytes = (value: unknown): unknown => {
    if (value instanceof Uint8Array) return { base64: toBase64(value) };
    if (typeof value === 'object' && value !== null && 'base64' in value && typeof value.base64 === 'string')
      return Uint8Array.from(atob(value.base64), (char) => char.charCodeAt(0));
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, withBytes(each)]));
  };
  const folder = Object.fromEntries(
    ['list', 'read', 'write', 'append', 'remove', 'claim', 'release', 'remember'].map((method) => [
      method,
      async (...args: unknown[]) => {
        // `onLost` of `claim` cannot cross: a page learns from its next write that another program has the wallet.
        const data = args.filter((each) => typeof each !== 'function');
        return withBytes(await own.ostroFolder(method, data.map(withBytes)));
      },
    ]),
  );
  own.ostroHost = {
    ...host,
    rpc: true,
    screens: false,
    folder: hasFolder ? (folder as unknown as HostFolder) : null,
  };
};
