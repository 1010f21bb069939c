/** Everything of Ostro is removed from a device, with a wallet open and without; afterwards it is a first visit again. */
import type { Page } from '@playwright/test';
import { expect, test } from '../../support/app.ts';
import { makeWallet, PASSWORD, visit } from '../../e2e/journeys.ts';
import { openSetting } from '../../support/open-setting.ts';

/** What the browser stores for the page, by kind. */
const left = (page: Page): Promise<Record<string, readonly (string | undefined)[]>> =>
  page.evaluate(async () => ({
    databases: (await indexedDB.databases()).map(({ name }) => name),
    caches: await caches.keys(),
    settings: Object.keys(localStorage),
    serviceWorkers: (await navigator.serviceWorker.getRegistrations()).map(({ scope }) => scope),
  }));
const NOTHING = { databases: [], caches: [], settings: [], serviceWorkers: [] };

test('everything is removed with the password of the open wallet, or with two typed words on the lock screen', async ({
  page,
}) => {
  await makeWallet(page, 'Everyday');
  await visit(page, 'settings');
  await openSetting(page, 'Language and appearance');
  await page.getByText('Dark', { exact: true }).click();
  await page.keyboard.press('Escape');
  // The record of the backup is stored after the wallet is open, and the files of the app when they were fetched.
  await expect
    .poll(async () => {
      const { databases, caches = [], settings } = await left(page);
      return [...(databases ?? []), ...(settings ?? []), `${caches.length} caches`];
    })
    .toEqual(expect.arrayContaining(['ostro', 'ostro-settings', 'ostro-backups', '3 caches']));

  await openSetting(page, 'What is stored on this device');
  await expect(page.getByRole('heading', { name: 'Stored on this device' })).toBeVisible();
  await expect(page.getByText(/Backup: its words/)).toBeVisible();
  await expect(page.getByText(/Files of this app/)).toBeVisible();
  await page.getByRole('button', { name: 'Remove everything from this device' }).click();
  const sheet = page.getByRole('dialog');
  await sheet.getByRole('checkbox').check();
  await sheet.getByLabel('Password of “Everyday”', { exact: true }).fill('not the password');
  await sheet.getByRole('button', { name: 'Remove everything' }).click();
  await expect(sheet.getByText('This is not the password of this wallet.')).toBeVisible();
  await sheet.getByLabel('Password of “Everyday”', { exact: true }).fill(PASSWORD);
  await sheet.getByRole('button', { name: 'Remove everything' }).click();
  await expect(page.getByRole('heading', { name: 'Nothing is left here' })).toBeVisible();
  expect(await left(page)).toEqual(NOTHING);
  await page.getByRole('button', { name: 'Start again' }).click();
  await expect(page.getByText('Make a new wallet')).toBeVisible();

  await makeWallet(page, 'Second');
  await visit(page, 'settings');
  await page.getByRole('button', { name: 'Lock now' }).click();
  await page.getByRole('button', { name: 'Another wallet' }).click();
  await page.getByRole('link', { name: 'What is stored on this device' }).click();
  await page.getByRole('button', { name: 'Remove everything from this device' }).click();
  await sheet.getByRole('checkbox').check();
  await sheet.getByRole('button', { name: 'Remove everything' }).click();
  await expect(sheet.getByText('Type “Remove all” here to confirm.')).toBeVisible();
  await sheet.getByLabel('Type “Remove all” to confirm').fill('remove all');
  await sheet.getByRole('button', { name: 'Remove everything' }).click();
  await expect(page.getByRole('heading', { name: 'Nothing is left here' })).toBeVisible();
  expect(await left(page)).toEqual(NOTHING);
  await page.reload();
  await expect(page.getByText('Make a new wallet')).toBeVisible();
});
