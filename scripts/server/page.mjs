/** The real app in a page of the browser, driven through its in-page endpoint. */
import { openBridge } from './bridge.mjs';
import { createCommands } from './commands.mjs';

/** One scan worker, because other programs usually run on the machine of a wallet server. */
const SCAN_WORKERS = 1;

/** @typedef {{ base64: string }} Base64 */
/** @typedef {Readonly<Record<string, (...args: readonly unknown[]) => Promise<unknown>>>} Methods */
/**
 * What the page has for this server (src/transport/page/server.ts, host.ts).
 * @typedef {object} PageGlobals
 * @property {{ request: (text: string) => Promise<string>, on: (listener: (event: PageEvent) => void) => void }} ostroRpc
 * @property {(method: string, args: unknown[]) => Promise<unknown>} ostroFolder
 * @property {(type: string, data: PageEvent['data']) => void} ostroEvent
 * @property {object} ostroHost
 */
/** @typedef {{ type: string, data: { reason?: string, categories?: string, txids?: readonly string[] } }} PageEvent */
/**
 * @typedef {object} PageOptions
 * @property {boolean} restricted
 * @property {import('./flags.mjs').Compat} compat which version of monero-wallet-rpc the answers resemble
 * @property {import('../../src/ports/wallet-folder.ts').WalletFolder | null} folder
 * @property {string | undefined} only
 * @property {import('./node-flags.mjs').Network} network
 * @property {boolean} regtest only nodes of a regtest chain
 * @property {(line: string) => void} heard
 * @property {boolean} [apart] in a context of its own
 * @property {number} [sockets] connections to a node at once
 */

/**
 * Opens the app. `folder` is the wallet folder (folder.mjs) or null, `only` the one wallet it is for; `heard` gets the app's
 * console errors. Answers {ask(envelope), begin(flags), on(listeners), status(), close(), gone, stop()}; `gone` settles when
 * the page has ended; `stop` ends the page, not the browser.
 * @param {import('./browser.mjs').Browser} browser
 * @param {PageOptions} options
 */
export async function openPage(
  browser,
  { restricted, compat, folder, only, network, regtest, heard, apart = false, sockets },
) {
  const relay = browser.openRelay(sockets);
  /** @type {import('@playwright/test').BrowserContext | undefined} */
  let own;
  const stop = async () => {
    await own?.close().catch(() => {});
    relay.end();
  };
  try {
    own = apart ? await browser.newContext() : undefined;
    const context = own ?? browser.context;
    if (folder) await exposeFolder(context, folder);
    await context.addInitScript(hostOf, {
      restricted,
      compat,
      only,
      network,
      regtest,
      scanWorkers: SCAN_WORKERS,
      relay: relay.path,
      hasFolder: folder !== null,
    });
    const page = context.pages()[0] ?? (await context.newPage());
    /** @type {Promise<string>} */
    const crashed = new Promise((resolve) => page.on('crash', () => resolve('the page crashed')));
    const gone = Promise.race([crashed, browser.gone]);
    page.on('console', (message) => {
      if (message.type() === 'error') heard(message.text());
    });
    await page.goto(browser.url);
    await page.waitForFunction(() => 'ostroRpc' in globalThis, undefined, { polling: 20, timeout: 60_000 });
    const bridge = await openBridge(page);
    void gone.then((why) => bridge.fail(why));
    return { gone, stop, ask: bridge.ask, ...createCommands(page, only) };
  } catch (error) {
    await stop();
    throw error;
  }
}

/**
 * Lets the page call the methods of the wallet folder.
 * @param {import('@playwright/test').BrowserContext} context
 * @param {import('../../src/ports/wallet-folder.ts').WalletFolder} folder
 */
const exposeFolder = (context, folder) => {
  const methods = /** @type {Methods} */ (/** @type {unknown} */ (folder));
  return context.exposeFunction(
    'ostroFolder',
    async (/** @type {string} */ method, /** @type {unknown[]} */ args) =>
      withBytes(await methods[method]?.(...args.map(withBytes))),
  );
};

/**
 * @param {unknown} value
 * @returns {value is Base64}
 */
const isBase64 = (value) =>
  typeof value === 'object' && value !== null && 'base64' in value && typeof value.base64 === 'string';

/**
 * What crosses to the page is JSON: bytes become {base64} on the way out and come back so; in objects, too.
 * @param {unknown} value
 * @returns {unknown}
 */
const withBytes = (value) => {
  if (value instanceof Uint8Array) return { base64: Buffer.from(value).toString('base64') };
  if (isBase64(value)) return Buffer.from(value.base64, 'base64');
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, withBytes(each)]));
};

/**
 * Runs in the page before the app: what src/transport/host.ts describes.
 * @param {{ restricted: boolean, compat: string, only: string | undefined, network: string, regtest: boolean, scanWorkers: number, relay: string, hasFolder: boolean }} given
 */
const hostOf = ({ restricted, compat, only, network, regtest, scanWorkers, relay, hasFolder }) => {
  const own = /** @type {PageGlobals} */ (/** @type {unknown} */ (globalThis));
  const toBase64 = (/** @type {Uint8Array} */ bytes) => {
    let text = '';
    for (let at = 0; at < bytes.length; at += 0x8000)
      text += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
    return btoa(text);
  };
  /**
   * @param {unknown} value
   * @returns {unknown}
   */
  const withBytes = (value) => {
    if (value instanceof Uint8Array) return { base64: toBase64(value) };
    if (typeof value === 'object' && value !== null && 'base64' in value && typeof value.base64 === 'string')
      return Uint8Array.from(atob(value.base64), (char) => char.charCodeAt(0));
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, withBytes(each)]));
  };
  const folder = Object.fromEntries(
    ['list', 'read', 'write', 'append', 'remove', 'claim', 'release', 'remember'].map((method) => [
      method,
      async (/** @type {unknown[]} */ ...args) =>
        withBytes(await own.ostroFolder(method, args.map(withBytes))),
    ]),
  );
  own.ostroHost = {
    rpc: true,
    screens: false,
    restricted,
    compat,
    network,
    scanWorkers,
    relay,
    folder: hasFolder ? folder : null,
    ...(only !== undefined && { only }),
    ...(regtest && { regtest }),
  };
};
