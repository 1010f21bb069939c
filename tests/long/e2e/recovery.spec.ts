/**
 * Recovery drills, each from the start screen: a forgotten password, data that the browser deleted, a lost device, wrong
 * words, an old backup, a wrong date. Each ends in the money, or says the reason and the next step.
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
  visit,
} from '../../e2e/journeys.ts';

/** From the note on Home of a wallet without money: restores from these words and the first block. */
const restoreAgain = async (page: Page, name: string, words: readonly string[]): Promise<void> => {
  await page.getByRole('button', { name: 'Restore it again' }).click();
  await page.getByLabel('Your words').fill(words.join(' '));
  await page.getByText('A block', { exact: true }).click();
  await page.getByLabel('Start from block').fill('1');
  await page.getByLabel('Name of the wallet').fill(name);
  await page.getByLabel('Password for this device', { exact: true }).fill(PASSWORD);
  await page.getByLabel('Repeat the password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: /Restore/ }).click();
  await expect(page.getByText('Spendable now')).toBeVisible();
};

/** The exact sum on Home, once the chain is read. */
const hasTen = (page: Page) => expect.poll(() => spendable(page)).toBe('10');

test('a forgotten password: the words bring the money back under a new one', async ({ page, devnet }) => {
  const words = await makeWallet(page, 'Everyday');
  await getPaid(page, devnet);
  await page.reload();
  await page.getByLabel('Password for this device', { exact: true }).fill('not this one');
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  await expect(page.getByText('Forgotten?')).toBeVisible();
  await page.getByRole('link', { name: 'Use my words' }).click();
  await expect(page.getByLabel('Your words')).toBeVisible();
  await page.getByLabel('Your words').fill(words.join(' '));
  await page.getByLabel('Name of the wallet').fill('Everyday again');
  await page.getByLabel('Password for this device', { exact: true }).fill(PASSWORD);
  await page.getByLabel('Repeat the password', { exact: true }).fill(PASSWORD);
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

test('wrong words: each mistake is named, words of an empty wallet are noticed, and the right ones end in the money', async ({
  page,
  browser,
  appUrl,
  devnet,
}) => {
  const words = await makeWallet(page, 'Everyday', 25);
  await getPaid(page, devnet);
  await page.close();
  const other = await browser.newContext({ baseURL: appUrl });
  const there = await other.newPage();
  await there.goto('/');
  const field = there.getByLabel('Your words');
  await there.getByText('I already have my words').click();

  // A word that is none.
  await field.fill(['qz', ...words.slice(1)].join(' '));
  await field.blur();
  await expect(there.getByText(/Word 1, “qz”, is not one of the words in use/)).toBeVisible();
  // The last word is a checksum over all: each other one is wrong.
  const other25 = words.find((word) => word !== words[24]) ?? '';
  await field.fill([...words.slice(0, 24), other25].join(' '));
  await field.blur();
  await expect(there.getByText('Every word is known, but together they do not fit.')).toBeVisible();
  // One word missing.
  await field.fill(words.slice(1).join(' '));
  await field.blur();
  await expect(there.getByText(/Without the 25th word a mistake goes unnoticed/)).toBeVisible();

  // Right words, but of another wallet.
  const stranger = await browser.newContext({ baseURL: appUrl });
  const empty = await makeWallet(await stranger.newPage(), 'Empty', 25);
  await stranger.close();
  await there.goto('/');
  await restoreFirstWallet(there, 'Not mine', empty, 1);
  await expect(there.getByText('No money was found.')).toBeVisible();
  await restoreAgain(there, 'Mine', words);
  await hasTen(there);
  await other.close();
});

test('an old backup: a file from before the payment has the money when it is opened', async ({
  page,
  browser,
  appUrl,
  devnet,
}) => {
  await makeWallet(page, 'Everyday');
  await visit(page, 'settings/file');
  await page.getByLabel('Password for this device', { exact: true }).fill(PASSWORD);
  const saving = page.waitForEvent('download');
  await page.getByRole('dialog').getByRole('button', { name: /Save/ }).click();
  const path = await (await saving).path();
  await visit(page, '');
  await page.keyboard.press('Escape');
  await getPaid(page, devnet);
  await page.close();
  const other = await browser.newContext({ baseURL: appUrl });
  const there = await other.newPage();
  await there.goto('/');
  await there.getByRole('link', { name: /file/i }).first().click();
  await there
    .locator('input[type=file]')
    .first()
    .setInputFiles({
      name: 'old.ostro',
      mimeType: 'application/octet-stream',
      buffer: (await import('node:fs')).readFileSync(path),
    });
  await there.getByLabel('Password of the file', { exact: true }).fill(PASSWORD);
  await there.getByRole('button', { name: /Open/ }).last().click();
  await expect(there.getByText('Spendable now')).toBeVisible();
  await hasTen(there);
  await other.close();
});

test('a wrong date: the wallet says from where it read, and an earlier start finds the money', async ({
  page,
  browser,
  appUrl,
  devnet,
}) => {
  const words = await makeWallet(page, 'Everyday', 25);
  await getPaid(page, devnet);
  const height = await devnet.height();
  await page.close();
  const other = await browser.newContext({ baseURL: appUrl });
  const there = await other.newPage();
  await restoreWallet(there, 'Too late', words, height - 1);
  await expect(there.getByText('No money was found.')).toBeVisible();
  await restoreAgain(there, 'Early enough', words);
  await hasTen(there);
  await other.close();
});
