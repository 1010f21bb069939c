/** The example sites, as `npm start` serves them: a checkout that verifies its payment itself, and a tip jar. */
import { startExamples } from '../../../scripts/tools/app/examples.ts';
import { expect, test } from '../../support/app.ts';
import { agree } from '../../support/shop.ts';
import { getPaid, makeWallet, unlock } from '../../e2e/journeys.ts';
import { look } from '../../e2e/look.ts';

const SHOP =
  '49PtGejUr1wEh43idmGvbBCKr6WeeefSrf4hM89rvEcj8iDaDDkDegvUKBSHekqqVNN4Nywr2g8DTh27Z8qk51986G8Bszv';

test('the checkout gets paid and verifies it, and the tip jar gets a tip', async ({
  page,
  context,
  devnet,
  appUrl,
}) => {
  const node = devnet.daemonUrl;
  const examples = await startExamples({ wallet: appUrl, node, address: SHOP });
  await makeWallet(page, 'Everyday');
  await getPaid(page, devnet);
  await page.goto('about:blank');
  const site = await context.newPage();
  const state = site.getByRole('status');

  await test.step('checkout: connect, pay, and watch the shop verify it', async () => {
    await site.goto(`${examples.url}checkout/`);
    await look(site, 'checkout');
    const opened = context.waitForEvent('page');
    await site.getByRole('button', { name: 'Pay with Monero' }).click();
    const wallet = await opened;
    await unlock(wallet);
    await agree(wallet, /^Connect$/);
    await expect(wallet.getByText('Bean Street: coffee beans, 250 g')).toBeVisible();
    await expect(wallet.locator(`[data-address="${SHOP}"]`)).toBeInViewport();
    await agree(wallet, /^Pay 0\.25 XMR$/);
    await expect(state).toHaveText('Paid. The payment waits for a block.');
    await devnet.mine(1);
    await expect(state).toHaveText('Paid. Your coffee is on its way.');
  });
  await test.step('checkout: a refusal is no payment', async () => {
    await site.reload();
    const [wallet] = context.pages().filter((each) => each.url().includes('connect.html'));
    await site.getByRole('button', { name: 'Pay with Monero' }).click();
    await unlock(wallet!);
    await wallet!.getByRole('button', { name: 'Refuse' }).click();
    await expect(state).toHaveText('You refused, and nothing was paid.');
    await wallet!.close();
  });
  await test.step('tip jar: a tip, in a new window of the wallet', async () => {
    await site.goto(`${examples.url}tip/`);
    await look(site, 'tip');
    const opened = context.waitForEvent('page');
    await site.getByRole('button', { name: '0.01 XMR' }).click();
    const wallet = await opened;
    await unlock(wallet);
    await agree(wallet, /^Pay 0\.01 XMR$/);
    await expect(state).toHaveText('Thank you!');
  });
  await devnet.mine(1);
  await examples.stop();
});
