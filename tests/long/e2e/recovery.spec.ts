/**
 * Recovery drills, each from the start screen: a forgotten password, data that the browser deleted, a lost device. Each ends in the
 * money.
 */
import type { Page } from '@playwright/test';
import { expect, test } from '../../support/app.ts';
import {
  getPaid,
  makeWallet,
  PASSWORD,
  restoreFirstWallet,
  restoreWallet,
  spendable,
} from '../../e2e/journeys.ts';

/** The exact sum on Home, once the chain is read. */
const hasTen = (page: Page) => expect.poll(() => spendable(page)).toBe('10');

test('a forgotten password: the words bring the money back under a new one', async ({ page, devnet }) => {
  const words = await makeWallet(page, 'Everyday');
  await getPaid(page, devnet);
  await page.reload();
  await page.getByLabel('Password for this device').fill('not this one');
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  await expect(page.getByText('Forgotten?')).toBeVisible();
  await page.getByRole('link', { name: 'Restore with my words' }).click();
  await expect(page.getByLabel('Your words')).toBeVisible();
  await page.getByLabel('Your words').fill(words.join(' '));
  await page.getByLabel('Name of the wallet').fill('Everyday again');
  await page.getByLabel('Password for this device').fill(PASSWORD);
  await page.getByLabel('The same again').fill(PASSWORD);
  await page.getByRole('button', { name: /Restore/ }).click();
  await expect(page.getByText('Spendable now')).toBeVisible();
  await hasTen(page);
});

test('deleted data: the start says which wallet is gone, and its words bring the money back', async ({
  page,
  context,
  appUrl,
  devnet,
}) => {
  const words = await makeWallet(page, 'Everyday');
  await getPaid(page, devnet);
  const devtools = await context.newCDPSession(page);
  const { origin } = new URL(appUrl);
  await devtools.send('Storage.clearDataForOrigin', { origin, storageTypes: 'indexeddb' });
  await page.reload();
  await expect(page.getByText('The browser has removed the data of “Everyday”.')).toBeVisible();
  await restoreFirstWallet(page, 'Everyday', words);
  await hasTen(page);
});

test('a lost device: another browser has the money from the words alone', async ({
  page,
  browser,
  appUrl,
  devnet,
}) => {
  const words = await makeWallet(page, 'Phone', 25);
  await getPaid(page, devnet);
  await page.close();
  const other = await browser.newContext({ baseURL: appUrl });
  const there = await other.newPage();
  await restoreWallet(there, 'New phone', words, 1);
  await hasTen(there);
  await other.close();
});
