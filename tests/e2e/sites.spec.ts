/** A site on another host: connects, reads, asks for payments and is disconnected, in the wallet's own window. */
import { expect, test } from '../support/app.ts';
import { agree, ask, eventsOf, startShop, type Shop } from '../support/shop.ts';
import { expectTotal, getPaid, prepareWallet, receiveAddress, unlock, visit } from './journeys.ts';

// The service worker, which stores all files of the app, has no part in this.
test.use({ serviceWorkers: 'block' });
let shop: Shop;
test.beforeEach(async ({ appUrl }) => {
  shop = await startShop(appUrl);
});
test.afterEach(() => shop.stop());

test('a site connects, reads its balance, is paid and refused, and gets nothing after it was disconnected', async ({
  page,
  context,
  devnet,
}) => {
  await prepareWallet(page, 'Everyday');
  await getPaid(page, devnet);
  const own = await receiveAddress(page);
  await page.goto('about:blank');

  const site = await context.newPage();
  await site.goto(shop.url);
  const opened = context.waitForEvent('page');
  const connecting = await ask(site, 'monero_requestPermissions', {
    identity: true,
    read: true,
    spend: true,
  });
  const wallet = await opened;

  // Locked: the site waits, and its name is on the screen.
  await expect(wallet.getByRole('region', { name: 'Connected site' })).toContainText(shop.origin);
  await unlock(wallet);
  await expect(wallet.getByRole('heading', { name: 'A site asks to connect' })).toBeVisible();
  await expect(wallet.locator(`[data-origin="${shop.origin}"]`)).toBeVisible();
  await agree(wallet, /^Connect$/);
  const { result: granted } = await connecting();
  const { address } = granted!['identity'] as { readonly address: string };
  expect(address).toMatch(/^[48]/);
  expect(address).not.toBe(own);
  await expect.poll(() => eventsOf(site)).toEqual([['accountsChanged', [address]]]);

  // It reads its own account, which is empty, and no other one.
  const balance = await (await ask(site, 'get_balance'))();
  expect(balance.result).toMatchObject({ balance: 0n });
  expect((await (await ask(site, 'get_balance', { account_index: 1 }))()).error).toMatchObject({
    code: 4100,
  });
  expect((await (await ask(site, 'query_key', { key_type: 'mnemonic' }))()).error).toMatchObject({
    code: 4200,
  });

  // A payment that the person refuses, and one that they confirm.
  const payment = { destinations: [{ address, amount: 500_000_000_000n }] };
  const refused = await ask(site, 'transfer', payment);
  await wallet.getByRole('button', { name: 'Refuse' }).click();
  expect((await refused()).error).toMatchObject({ code: 4001 });
  const paying = await ask(site, 'transfer', payment);
  await expect(wallet.getByRole('heading', { name: 'This site asks you to pay' })).toBeVisible();
  await expect(wallet.locator(`[data-address="${address}"]`)).toBeInViewport();
  await expectTotal(wallet, '0.5');
  await agree(wallet, /^Pay 0\.50 XMR$/);
  const { result: paid } = await paying();
  expect(paid!['tx_hash']).toMatch(/^[0-9a-f]{64}$/);
  await expect(wallet.getByText(/^Paid 0\.50/)).toBeVisible();
  await devnet.mine(10);
  await expect
    .poll(async () => (await (await ask(site, 'get_balance'))()).result, { intervals: [2000] })
    .toMatchObject({ unlocked_balance: 500_000_000_000n });

  // The person looks at the site in Settings, and disconnects it.
  await wallet.getByRole('button', { name: 'Look at the wallet' }).click();
  await visit(wallet, 'sites');
  await wallet.locator(`a:has([data-origin="${shop.origin}"])`).click();
  await expect(wallet.getByText('Asked to pay').first()).toBeVisible();
  await wallet.getByRole('button', { name: 'Disconnect this site' }).click();
  await wallet.getByRole('button', { name: 'Disconnect', exact: true }).click();
  await expect(wallet.getByText('No site is connected')).toBeVisible();
  await expect
    .poll(() => eventsOf(site))
    .toMatchObject([
      ['accountsChanged', [address]],
      ['accountsChanged', []],
      ['disconnect', 4900],
    ]);
  // The session has ended: the next click opens the window anew, which locks the wallet.
  const later = await ask(site, 'get_balance');
  await unlock(wallet);
  expect((await later()).error).toMatchObject({ code: 4100 });
  expect((await (await ask(site, 'transfer', payment))()).error).toMatchObject({ code: 4100 });

  // A closed window is a rejection.
  const open = await ask(site, 'monero_requestPermissions', { identity: true });
  await wallet.close();
  expect((await open()).error).toEqual({ code: 4001, reason: 'window_closed' });
});
