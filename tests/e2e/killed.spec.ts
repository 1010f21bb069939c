/** A tab that is killed while it sends: the payment was made once, and the wallet knows of it. */
import type { Route } from '@playwright/test';
import { expect, test } from '../support/app.ts';
import { getPaid, killTab, prepareWallet, review, spendable, unlock, visit } from './journeys.ts';

const PAYEE =
  '49PtGejUr1wEh43idmGvbBCKr6WeeefSrf4hM89rvEcj8iDaDDkDegvUKBSHekqqVNN4Nywr2g8DTh27Z8qk51986G8Bszv';

// money.spec.ts kills a tab together with its service worker.
test.use({ serviceWorkers: 'block' });

test('a tab killed before it hears that the node has its payment has paid once, and shows it when it is opened again', async ({
  page,
  context,
  devnet,
}) => {
  await prepareWallet(page, 'Killed');
  await getPaid(page, devnet);
  await review(page, PAYEE, '1');
  // The node gets the payment, but its answer does not reach the page.
  const answered = new Promise((resolve) => {
    const hold = async (route: Route): Promise<void> => resolve(await (await route.fetch()).json());
    void context.route('**/send_raw_transaction', hold, { times: 1 });
  });
  await page.getByRole('button', { name: 'Send 1.00 XMR' }).click();
  expect(await answered).toMatchObject({ status: 'OK' });
  const again = await context.newPage();
  await killTab(page, again);
  await again.goto('/');
  await unlock(again);
  await expect(again.getByText('Spendable now')).toBeVisible();
  await devnet.mine(10);
  await expect.poll(() => spendable(again)).toMatch(/^8\.9/);
  await visit(again, 'history');
  await expect(again.getByRole('link').filter({ hasText: '−1.00' })).toHaveCount(1);
});
