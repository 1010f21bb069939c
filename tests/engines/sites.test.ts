/**
 * A site in Firefox and WebKit: a visitor without a wallet connects it, grants, pays and disconnects it.
 * `npm run test:engines` runs this; an engine that is not installed is skipped, and the title says so.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ensureBuilt } from '../../scripts/tools/app/app.ts';
import { startDevnet } from '../../scripts/tools/app/devnet.ts';
import { serveFolder, type FolderServer } from '../../scripts/tools/app/serve.ts';
import { ensureMonero } from '../../scripts/tools/setup/setup.mjs';
import { connectDevnet, type Devnet } from '../support/app.ts';
import { startShop, type Answered, type Shop } from '../support/shop.ts';
import { button, text, type Engine, type Tab } from './engine.ts';
import { findFirefox, startFirefox } from './firefox.ts';
import { makeWallet, PATIENCE, shows } from './first-wallet.ts';
import { findWebKit, startWebKit } from './webkit.ts';

const HALF = '500000000000';

const ENGINES = [
  { name: 'Firefox', path: findFirefox(), start: startFirefox },
  { name: 'WebKitGTK', path: findWebKit(), start: startWebKit },
];

let app: FolderServer;
let shop: Shop;
let devnet: Devnet;
const stops: (() => unknown)[] = [];
const anyEngine = ENGINES.some(({ path }) => path !== undefined);
beforeAll(async () => {
  if (!anyEngine) return;
  const [root, net] = await Promise.all([
    ensureBuilt(),
    ensureMonero().then((bin) => startDevnet({ bin, testHooks: true })),
  ]);
  const { daemonUrl: daemon, controlUrl: control } = net;
  app = await serveFolder({ root, extra: { '/devnet.json': { daemon, control, nodes: [daemon] } } });
  shop = await startShop(app.url);
  devnet = connectDevnet(control, daemon);
  stops.push(
    () => shop.stop(),
    () => app.stop(),
    () => net.stop(),
  );
}, 300_000);
afterAll(async () => {
  for (const stop of stops) await stop();
}, 60_000);

describe.each(ENGINES)('a site in $name', ({ name, path, start }) => {
  const title = 'connects, is granted, is paid and is disconnected';
  if (path === undefined) {
    it.skip(`${title} (skipped: ${name} is not installed)`, () => undefined);
    return;
  }
  it(title, { timeout: 900_000 }, async () => {
    const engine = await start(path);
    try {
      await visitShop(engine);
    } finally {
      await engine.close();
    }
  });
});

const visitShop = async (engine: Engine): Promise<void> => {
  const site = await engine.newTab();
  await site.open(shop.url);

  // The frame answers without a window.
  const checked = await ask(site, 'validate_address', { address: 'wrong', any_net_type: true });
  expect(await checked()).toMatchObject({ result: { valid: false } });

  let connecting!: () => Promise<Answered>;
  const wallet = await engine.opened(async () => {
    connecting = await ask(site, 'monero_requestPermissions', { identity: true, read: true, spend: true });
  });
  await makeWallet(wallet);
  await agree(wallet, 'Connect');
  const { result: granted } = await connecting();
  const { address } = granted!['identity'] as { readonly address: string };
  expect(address).toMatch(/^8/);

  await wallet.click(button('Look at the wallet'));
  await wallet.click(button('Get test coins'));
  await shows(wallet, text('+10.0000'));
  await devnet.mine(10);
  await shows(wallet, "//data[contains(@class, 'hero')][@value='10']");
  await wallet.click(button('Back to the site'));

  const paying = await ask(site, 'transfer', { destinations: [{ address, amount: HALF }] });
  await wallet.show();
  await shows(wallet, text('This site asks you to pay'));
  await agree(wallet, 'Pay 0.50 XMR');
  expect((await paying()).result).toMatchObject({ amount: HALF });
  await shows(wallet, text('The payment is on its way.'));
  await devnet.mine(1);
  const balance = async (): Promise<unknown> => {
    const { result } = await (await ask(site, 'get_balance'))();
    return result?.['balance'];
  };
  await expect.poll(balance, PATIENCE).toBe(HALF);

  await wallet.show();
  await wallet.click(button('Look at the wallet'));
  await wallet.evaluate(`location.hash = '#/sites'`);
  await wallet.click(`//a[.//*[@data-origin='${shop.origin}']]`);
  await wallet.click(button('Disconnect this site'));
  await wallet.click(button('Disconnect'));
  await shows(wallet, text('No site is connected'));
  expect((await (await ask(site, 'get_balance'))()).error).toMatchObject({ code: 4100 });
};

/** The shop asks, in a click. The returned function waits for the answer. */
const ask = async (site: Tab, method: string, params: object = {}): Promise<() => Promise<Answered>> => {
  await site.show();
  await site.evaluate(`globalThis.next = ${JSON.stringify({ method, params })}`);
  await site.click(button('Ask the wallet'));
  return async () => (await site.evaluate('globalThis.answer')) as Answered;
};

/** Reads the wallet's question to its end and presses the button that agrees, as soon as it works. */
const agree = async (wallet: Tab, name: string): Promise<void> => {
  await shows(wallet, button(name));
  await wallet.evaluate(`(() => {
    const box = document.querySelector('[aria-label="The request"]');
    box.scrollTo(0, box.scrollHeight);
  })()`);
  const armed = `${button(name)}[@aria-disabled='false']`;
  await shows(wallet, armed);
  await wallet.click(armed);
};
