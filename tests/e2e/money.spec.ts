/** The main job in a real browser on a real node: create, receive, send, lock, kill, reopen, restore elsewhere. */
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expect, test } from '../support/app.ts';
import {
  getPaid,
  killTab,
  makeWallet,
  PASSWORD,
  pay,
  receiveAddress,
  restoreWallet,
  spendable,
  visit,
} from './journeys.ts';
import { expectNoSecrets, recordAnew, recordMessages } from './messages.ts';

/** A throw-away address on the mainnet prefixes that regtest uses. */
const PAYEE =
  '49PtGejUr1wEh43idmGvbBCKr6WeeefSrf4hM89rvEcj8iDaDDkDegvUKBSHekqqVNN4Nywr2g8DTh27Z8qk51986G8Bszv';

test('a new wallet receives, sends, survives a killed tab, and is restored from its words and companion in another browser', async ({
  browser,
  page,
  devnet,
  context,
}) => {
  await recordMessages(context);
  const words = await makeWallet(page, 'Everyday');
  await getPaid(page, devnet);
  const address = await receiveAddress(page);

  // The words appear while the wallet is made; payments show no secret.
  await recordAnew(page);
  await visit(page, 'send');
  await page.getByRole('button', { name: 'Paste a list' }).click();
  await expect(page.getByLabel('Recipients', { exact: true })).toBeVisible();
  await page.keyboard.press('Escape');
  await pay(page, PAYEE, '1.25', 'Bike');
  await page.getByRole('link', { name: 'Done' }).click();
  await expect(page.getByText('−1.25').first()).toBeVisible();
  await expectNoSecrets(page, ['view_key', 'spend_key', 'transaction key', 'one-time key of an input']);
  await devnet.mine(1);

  await visit(page, 'settings');
  await page.getByRole('button', { name: 'Lock now' }).click();
  await page.getByLabel('Password for this device', { exact: true }).fill('not the password');
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  await expect(page.getByRole('alert').or(page.locator('.note.bad')).first()).toBeVisible();
  await expect(page.getByLabel('Password for this device', { exact: true })).toBeFocused();
  await page.getByLabel('Password for this device', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  await expect(page.getByText('Spendable now')).toBeVisible();

  // Killed, not closed: the page has no chance to clean up.
  const again = await context.newPage();
  await killTab(page, again);
  await again.goto('/');
  await again.getByLabel('Password for this device', { exact: true }).fill(PASSWORD);
  await again.getByRole('button', { name: 'Open', exact: true }).click();
  await expect(again.getByText('Spendable now')).toBeVisible();
  await devnet.mine(10);
  await expect(again.getByText('−1.25').first()).toBeVisible();
  await expect.poll(() => spendable(again)).toMatch(/^8\.7/);
  const left = await spendable(again);
  expect(await receiveAddress(again)).toBe(address);
  const companion = await saveCompanion(again);

  const elsewhere = await browser.newContext();
  const other = await elsewhere.newPage();
  // The 16 words contain the date from which to read.
  expect(words).toHaveLength(16);
  await restoreWallet(other, 'Again', words);
  await expect.poll(() => spendable(other)).toBe(left);
  await expect(other.getByText('−1.25').first()).toBeVisible();
  // The chain does not hold the payee of a payment.
  await expect(other.getByText('Sent, payee not known').first()).toBeVisible();
  await expect(other.getByText('+10.00').first()).toBeVisible();
  expect(await receiveAddress(other)).toBe(address);
  await readCompanion(other, companion);
  await elsewhere.close();

  // Sends everything that is left to another address.
  await recordAnew(again);
  await visit(again, 'send');
  await again.getByLabel('To', { exact: true }).fill(PAYEE);
  await again.getByRole('button', { name: 'Send all' }).click();
  await again.getByRole('button', { name: 'Check before sending' }).click();
  await again.getByRole('button', { name: /^Send 8\.7.* XMR$/ }).click();
  await expect(again.getByRole('heading', { name: 'On its way' })).toBeVisible();
  await expectNoSecrets(again, ['view_key', 'spend_key', 'transaction key', 'one-time key of an input']);
});

/** Names the payee, and saves what the words do not hold as a file. */
const saveCompanion = async (page: Page): Promise<Buffer> => {
  await visit(page, 'contacts');
  await page.getByRole('button', { name: 'New contact' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Landlady');
  await page.getByLabel('Address', { exact: true }).fill(PAYEE);
  await page.getByRole('button', { name: 'Save the contact' }).click();
  await expect(page.getByText('Landlady').first()).toBeVisible();
  await visit(page, 'settings/companion');
  // The faucet's payment has a note, too.
  await expect(page.getByText('This wallet has: 2 notes, 1 contact, 1 payment key')).toBeVisible();
  await page.getByRole('button', { name: 'Make a companion' }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save as a file' }).click(),
  ]);
  await page.getByRole('button', { name: 'Close' }).click();
  return readFile(await download.path());
};
/** Home asks for it after a restore. It brings back note, contact, payee and payment key. */
const readCompanion = async (page: Page, buffer: Buffer): Promise<void> => {
  await visit(page, '');
  await expect(page.getByText('Bike')).toBeHidden();
  await page.getByRole('link', { name: 'Read a companion' }).click();
  await page
    .getByLabel('Use a file')
    .setInputFiles({ name: 'companion', mimeType: 'application/octet-stream', buffer });
  await expect(page.getByText(/Added: 2 notes, 1 contact, 1 payment key/)).toBeVisible();
  await page.getByRole('button', { name: 'Close' }).click();
  await visit(page, '');
  await expect(page.getByText('Do you have a companion')).toBeHidden();
  await page.getByRole('link', { name: /Bike/ }).click();
  await expect(page.getByText('Landlady').first()).toBeVisible();
};
