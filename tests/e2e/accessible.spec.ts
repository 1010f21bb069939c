/** Every screen, on a phone and on a desktop, light and dark: axe finds nothing, and every target is large enough for a thumb. */
import { expect, test } from '../support/app.ts';
import { getPaid, makeWallet, pay, review, visit } from './journeys.ts';
import { lookOnBoth } from './look.ts';

const PAYEE =
  '49PtGejUr1wEh43idmGvbBCKr6WeeefSrf4hM89rvEcj8iDaDDkDegvUKBSHekqqVNN4Nywr2g8DTh27Z8qk51986G8Bszv';

test('the screens before a wallet is open are accessible', async ({ page }) => {
  for (const path of ['', 'make', 'restore', 'watch', 'file']) {
    await page.goto('/');
    await expect(page.getByText('Make a new wallet')).toBeVisible();
    await visit(page, path);
    await expect(page.locator('h1').first()).toBeVisible();
    await lookOnBoth(page, path || 'start');
  }
});

test('an open wallet is accessible on every screen', async ({ page, devnet }) => {
  await makeWallet(page, 'Everyday');
  await lookOnBoth(page, 'empty home');
  await getPaid(page, devnet);
  await lookOnBoth(page, 'home');
  for (const path of [
    'receive',
    'send',
    'history',
    'balance',
    'accounts',
    'address/0/0',
    'coins',
    'settings',
    'nodes',
    'signers',
  ]) {
    await visit(page, path);
    await expect(page.locator('h1').first()).toBeVisible();
    await lookOnBoth(page, path);
  }
  await review(page, PAYEE, '1.25');
  await expect(page.getByRole('button', { name: 'Send 1.25 XMR' })).toBeVisible();
  await lookOnBoth(page, 'review');
  await page.keyboard.press('Escape');
  await pay(page, PAYEE, '1.75');
  await lookOnBoth(page, 'sent');
  await visit(page, 'history');
  await page.getByRole('link').filter({ hasText: '−1.7500' }).first().click();
  await expect(page.getByText('Transfer ID').first()).toBeVisible();
  await lookOnBoth(page, 'transfer');
  await visit(page, 'settings');
  await page.getByRole('button', { name: 'Lock now' }).click();
  await expect(page.getByLabel('Password for this device')).toBeVisible();
  await lookOnBoth(page, 'unlock');
});
