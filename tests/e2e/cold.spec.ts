/**
 * Two devices with one wallet on a real node: one signs without a network, the other watches and pays. They exchange texts;
 * tests/long/e2e has the codes, the cameras and the files, and interruptions at every step.
 */
import type { BrowserContext, Page } from '@playwright/test';
import { expect, test } from '../support/app.ts';
import { expectTotal, PASSWORD, prepareWallet, review, spendable, visit } from './journeys.ts';
import { ask, expectNoSecrets, recordAnew, recordMessages } from './messages.ts';
import { openSetting } from '../support/open-setting.ts';

const PAYEE =
  '49PtGejUr1wEh43idmGvbBCKr6WeeefSrf4hM89rvEcj8iDaDDkDegvUKBSHekqqVNN4Nywr2g8DTh27Z8qk51986G8Bszv';
const XMR = 1_000_000_000_000n;

// The long form opens the signing device's page without a server.
test.use({ serviceWorkers: 'block' });

test('a watching device makes a payment, and a device without a network signs it', async ({
  page: watch,
  context,
  browser,
  devnet,
  appUrl,
}) => {
  const offline = await browser.newContext({ baseURL: appUrl, serviceWorkers: 'block' });
  for (const each of [context, offline]) {
    await recordMessages(each);
    await recordCopied(each);
  }
  const cold = await offline.newPage();
  await prepareWallet(cold, 'Savings');
  const { address } = (await ask(cold, 'get_address', { account_index: 0 })) as { address: string };
  await visit(cold, 'settings');
  await openSetting(cold, 'Viewing key for a watching wallet');
  await cold.getByLabel('Password for this device', { exact: true }).fill(PASSWORD);
  await cold.getByRole('button', { name: 'Show the viewing key' }).click();
  const saving = cold.waitForEvent('download');
  await cold.getByRole('button', { name: 'Save as a file' }).click();
  const viewingKey = await (await saving).path();
  await cold.getByRole('button', { name: 'Hide it again' }).click();
  await openSetting(cold, 'Sign without a network');
  await cold.getByLabel('Password for this device', { exact: true }).fill(PASSWORD);
  await cold.getByRole('button', { name: 'Keep this wallet offline' }).click();
  await expect(cold.getByText('This device has a network.')).toBeVisible();
  await offline.setOffline(true);
  await expect(cold.getByText('No network, as it should be.')).toBeVisible();

  await devnet.faucet(address, 5n * XMR);
  await devnet.mine(10);
  await watch.goto('/');
  await watch.getByText('Watch a wallet').click();
  await watch
    .getByLabel('Use a file')
    .setInputFiles({ name: 'wrong', mimeType: '', buffer: Buffer.from(address) });
  await expect(watch.getByText('This file has no viewing key.')).toBeVisible();
  await watch.getByLabel('Use a file').setInputFiles(viewingKey);
  await expect(watch.getByLabel('First address of the wallet')).toHaveValue(address);
  await watch.getByLabel('Name of the wallet').fill('Savings, watched');
  await watch.getByLabel('Password for this device', { exact: true }).fill(PASSWORD);
  await watch.getByLabel('Repeat the password', { exact: true }).fill(PASSWORD);
  await watch.getByRole('button', { name: 'Watch this wallet' }).click();
  await expect(watch.getByText('Received; spends unknown')).toBeVisible();
  await expect.poll(() => spendable(watch)).toBe('5');

  // The coins go to the signing device, and its key images come back.
  await visit(watch, 'signing');
  await watch.getByRole('button', { name: /^Show \d+ coins$/ }).click();
  await readText(cold, 'Read from the watching device', await copyText(watch));
  await expect(cold.getByText(/new coins imported/)).toBeVisible();
  const marks = await copyText(cold);
  await visit(watch, '');
  await visit(watch, 'signing');
  await readText(watch, 'Read from the signing device', marks);
  await expect(watch.getByText(/^Both devices know/)).toBeVisible();
  await cold.getByRole('button', { name: 'The other device has them' }).click();

  // The payment goes there, and comes back signed.
  for (const page of [cold, watch]) await recordAnew(page);
  await review(watch, PAYEE, '1.25');
  await expect(watch.getByRole('heading', { name: 'Check before you have it signed' })).toBeVisible();
  await expect(watch.locator(`[data-address="${PAYEE}"]`)).toBeVisible();
  await expectTotal(watch, '1.25');
  await readText(cold, 'Read from the watching device', await copyText(watch));
  await expect(cold.getByRole('heading', { name: 'Check before you sign' })).toBeVisible();
  await expect(cold.locator(`[data-address="${PAYEE}"]`)).toBeVisible();
  await cold.getByRole('button', { name: 'Sign 1.25 XMR' }).click();
  await expect(cold.getByRole('heading', { name: 'Signed' })).toBeVisible();
  await readText(watch, 'Read from the signing device', await copyText(cold));
  await watch.getByRole('button', { name: 'Send 1.25 XMR' }).click();
  await expect(watch.getByRole('heading', { name: 'On its way' })).toBeVisible();
  await devnet.mine(10);
  await expect.poll(() => spendable(watch)).toMatch(/^3\.7/);
  await expectNoSecrets(watch, ['view_key', 'one-time key of an input']);
  await expectNoSecrets(cold, ['view_key', 'spend_key']);
  await offline.close();
});

/** The page may write to the clipboard but not read it, so this records what it writes. */
const recordCopied = (context: BrowserContext) =>
  context.addInitScript(() => {
    navigator.clipboard.writeText = (text) => {
      Object.assign(globalThis, { copied: text });
      return Promise.resolve();
    };
  });
/** The text that a device shows to the other one. */
const copyText = async (page: Page): Promise<string> => {
  await page.evaluate(() => Object.assign(globalThis, { copied: '' }));
  await page.getByRole('button', { name: 'Copy as text' }).click();
  const copied = () => page.evaluate(() => (globalThis as { copied?: string }).copied ?? '');
  await expect.poll(copied).not.toBe('');
  return copied();
};
const readText = async (page: Page, action: string, text: string): Promise<void> => {
  await page.getByRole('button', { name: action }).click();
  await page.getByText('Paste a text').click();
  await page.getByLabel('Text from the other device').fill(text);
  await page.getByRole('button', { name: 'Use this text' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
};
