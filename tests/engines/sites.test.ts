/**
 * A site in Firefox and WebKit: a visitor without a wallet connects it, grants, pays and disconnects it.
 * `npm run test:engines` runs this; an engine that is not installed is skipped, and the title says so.
 */
import { afterAll, beforeAll, expect } from 'vitest';
import { startShop, type Answered, type Shop } from '../support/shop.ts';
import { startBuiltApp, type StartedApp } from './app.ts';
import { button, text, type Engine } from './engine.ts';
import { anyEngine } from './engines.ts';
import { inEachEngine } from './in-each-engine.ts';
import { agree, ask } from './site-steps.ts';
import { getPaid, makeWallet, PATIENCE, press, shows, unlock, visit } from './steps.ts';

const HALF = '500000000000';

let app: StartedApp;
let shop: Shop;
beforeAll(async () => {
  if (!anyEngine) return;
  app = await startBuiltApp();
  shop = await startShop(app.url);
});
afterAll(async () => {
  if (!anyEngine) return;
  shop.stop();
  await app.stop();
});

inEachEngine('a site', {
  'connects, is granted, is paid and is disconnected': (engine) => visitShop(engine),
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

  await press(wallet, button('Look at the wallet'));
  await getPaid(wallet, app.devnet);
  await press(wallet, button('Back to the site'));

  const paying = await ask(site, 'transfer', { destinations: [{ address, amount: HALF }] });
  await wallet.show();
  await shows(wallet, text('This site asks you to pay'));
  await agree(wallet, 'Pay 0.50 XMR');
  await shows(wallet, text('The payment is on its way.'));
  expect((await paying()).result).toMatchObject({ amount: HALF });
  await app.devnet.mine(1);
  const balance = async (): Promise<unknown> => {
    const { result } = await (await ask(site, 'get_balance'))();
    return result?.['balance'];
  };
  await expect.poll(balance, PATIENCE).toBe(HALF);

  await wallet.show();
  await press(wallet, button('Look at the wallet'));
  await visit(wallet, 'sites');
  await press(wallet, `//a[.//*[@data-origin='${shop.origin}']]`);
  await press(wallet, button('Disconnect this site'));
  await press(wallet, button('Disconnect'));
  await shows(wallet, text('No site is connected'));
  // The session has ended: the next click opens the window anew, which locks the wallet.
  const later = await ask(site, 'get_balance');
  await wallet.show();
  await unlock(wallet);
  expect((await later()).error).toMatchObject({ code: 4100 });
};
