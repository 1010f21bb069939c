/** The real app in a headless Chromium with an empty profile, driven through its in-page door (src/transport/page). */
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { securityHeaders } from '../tools/build/headers.mjs';
import { serveFolder } from '../tools/app/serve.mjs';
import { openBridge } from './bridge.mjs';
import { createRelay } from './relay.mjs';
import { explainStart } from './sandbox.mjs';
import { makeTemporary, removeTemporary } from './temporary.mjs';

/** One scan worker: a wallet server is seldom alone on its machine. */
const SCAN_WORKERS = 1;
const NOT_OPEN = -13;

/**
 * Starts browser and app. `sandbox` false: Chromium without its sandbox; `folder` is where wallets lie (folder.mjs) or
 * null, `only` the one wallet it is for; `heard` gets what the app writes as errors to its console. Answers
 * {ask(envelope), begin(flags), on(listeners), close(), gone, stop()}; `gone` settles when the page is no more.
 */
export async function openPage({ executablePath, sandbox, dist, restricted, folder, only, heard }) {
  const dir = makeTemporary();
  // A copy: a build that is made meanwhile must not take the app's chunks away.
  cpSync(dist, join(dir, 'app'), { recursive: true, filter: (path) => !path.endsWith('.map') });
  const relay = createRelay();
  const site = await serveFolder({ root: join(dir, 'app'), headers, first: relay.handle });
  let context;
  const stop = async () => {
    await context?.close().catch(() => {});
    await site.stop();
    relay.stop();
    removeTemporary(dir);
  };
  try {
    const starting = chromium.launchPersistentContext(join(dir, 'profile'), {
      executablePath,
      chromiumSandbox: sandbox,
      args: browserArgs,
      handleSIGINT: false,
      handleSIGTERM: false,
      handleSIGHUP: false,
      // Sessions of the person at this machine are no affair of ours.
      serviceWorkers: 'block',
    });
    context = await starting.catch((error) => {
      throw explainStart(sandbox, error);
    });
    if (folder)
      await context.exposeFunction('ostroFolder', async (method, args) =>
        withBytes(await folder[method](...args.map(withBytes))),
      );
    await context.addInitScript(hostOf, {
      restricted,
      only,
      scanWorkers: SCAN_WORKERS,
      relay: relay.path,
      hasFolder: folder !== null,
    });
    const page = context.pages()[0] ?? (await context.newPage());
    let leave;
    const gone = new Promise((resolve) => (leave = resolve));
    page.on('console', (message) => {
      if (message.type() === 'error') heard(message.text());
    });
    page.on('crash', () => leave('the page crashed'));
    context.on('close', () => leave('the browser ended'));
    await page.goto(site.url);
    await page.waitForFunction(() => 'ostroRpc' in globalThis, undefined, { polling: 20, timeout: 60_000 });
    const bridge = await openBridge(page);
    void gone.then(bridge.fail);
    /** A call of ours, with plain numbers; throws what the wallet refuses. */
    const call = async (method, params = {}) => {
      const envelope = JSON.stringify({ jsonrpc: '2.0', id: 0, method, params });
      const { error, result } = JSON.parse(
        await page.evaluate((text) => globalThis.ostroRpc.request(text), envelope),
      );
      if (error) throw Object.assign(new Error(error.message), { code: error.code });
      return result;
    };
    return {
      gone,
      stop,
      ask: bridge.ask,
      /** The node, and the wallet that the command line names: opened, and caught up with the chain. */
      begin: async (flags, say) => {
        const { node = { address: '', trusted: false }, password, initialSync, log, resolver } = flags;
        if (log !== undefined) await call('set_log_categories', { categories: log });
        if (resolver !== undefined) await call('x_resolver', { resolver });
        await call('x_set_node', node);
        if (only === undefined) return;
        await call('open_wallet', { filename: only, password });
        if (initialSync && node.address !== '')
          await call('refresh').catch(({ message }) => say(`Initial refresh failed: ${message}`));
      },
      /** Saves and closes the wallet, if one is open. */
      close: () =>
        call('close_wallet').catch((error) => {
          if (error.code !== NOT_OPEN) throw error;
        }),
      /** `stopped()` by stop_wallet, `log(categories)` when others are to be written. */
      on: async ({ stopped, log }) => {
        await page.exposeFunction('ostroTold', (type, data) => {
          if (type === 'closed' && data.reason === 'stopped') stopped();
          if (type === 'log') log(data.categories);
        });
        await page.evaluate(() => {
          globalThis.ostroRpc.on(({ type, data }) => {
            if (type === 'closed' || type === 'log') globalThis.ostroTold(type, data);
          });
        });
      },
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

const browserArgs = [
  '--disable-gpu',
  '--disable-extensions',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  '--mute-audio',
];

/** The page reaches nothing but its own server, which asks the node for it (relay.mjs). */
const headers = {
  ...securityHeaders,
  'Content-Security-Policy': securityHeaders['Content-Security-Policy'].replace(
    /connect-src [^;]+/,
    "connect-src 'self'",
  ),
};

/** What crosses to the page is JSON: bytes become {base64} on the way out and come back so; in objects, too. */
const withBytes = (value) => {
  if (value instanceof Uint8Array) return { base64: Buffer.from(value).toString('base64') };
  if (typeof value?.base64 === 'string') return Buffer.from(value.base64, 'base64');
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, withBytes(each)]));
};

/** Runs in the page before the app: what src/transport/host.ts describes. */
const hostOf = ({ restricted, only, scanWorkers, relay, hasFolder }) => {
  const toBase64 = (bytes) => {
    let text = '';
    for (let at = 0; at < bytes.length; at += 0x8000)
      text += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
    return btoa(text);
  };
  const withBytes = (value) => {
    if (value instanceof Uint8Array) return { base64: toBase64(value) };
    if (typeof value?.base64 === 'string')
      return Uint8Array.from(atob(value.base64), (char) => char.charCodeAt(0));
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, withBytes(each)]));
  };
  const folder = Object.fromEntries(
    ['list', 'read', 'write', 'append', 'remove', 'claim', 'release', 'remember'].map((method) => [
      method,
      async (...args) => withBytes(await globalThis.ostroFolder(method, args.map(withBytes))),
    ]),
  );
  globalThis.ostroHost = {
    rpc: true,
    screens: false,
    restricted,
    scanWorkers,
    relay,
    folder: hasFolder ? folder : null,
    ...(only !== undefined && { only }),
  };
};
