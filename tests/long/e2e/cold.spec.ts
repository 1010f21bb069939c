/**
 * Two devices with one wallet on a real node: one signs without a network and with its page's server stopped, the other
 * watches and pays. They exchange animated codes (drawn by one page, read by an independent reader, filmed, scanned by the
 * other page's camera) and files.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, test } from '../../support/app.ts';
import { openCameraDevice, readDrawn, watchCode } from '../../support/camera.ts';
import { serveInstallable } from '../../support/installed.ts';
import {
  makeWallet,
  PASSWORD,
  receiveAddress,
  review,
  spendable,
  unlock,
  visit,
} from '../../e2e/journeys.ts';
import { expectNoSecrets, recordAnew, recordMessages } from '../../e2e/messages.ts';
import { openSetting } from '../../support/open-setting.ts';

const PAYEE =
  '49PtGejUr1wEh43idmGvbBCKr6WeeefSrf4hM89rvEcj8iDaDDkDegvUKBSHekqqVNN4Nywr2g8DTh27Z8qk51986G8Bszv';
const XMR = 1_000_000_000_000n;

const password = async (page: Page, action: string): Promise<void> => {
  await page.getByLabel('Password for this device', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: action }).click();
};

test('a watching device makes a payment, and a device without a network signs it', async ({
  devnet,
  appUrl,
}, info) => {
  // Two browsers and a chain on one machine.
  mkdirSync(info.outputDir, { recursive: true });
  const site = await serveInstallable(devnet);
  const cold = await openCameraDevice(join(info.outputDir, 'cold.y4m'), site.url);
  const watch = await openCameraDevice(join(info.outputDir, 'watch.y4m'), appUrl);
  for (const { context } of [cold, watch]) await recordMessages(context);
  try {
    // The signing device makes the wallet, shows the watching code, and goes offline.
    await makeWallet(cold.page, 'Savings');
    const address = await receiveAddress(cold.page);
    await visit(cold.page, 'settings');
    await openSetting(cold.page, 'Viewing key for a watching wallet');
    await password(cold.page, 'Show the viewing key');
    await expect(cold.page.getByText('Copy all as a link')).toBeVisible();
    const pairing = await readDrawn(cold.page);
    expect(JSON.parse(pairing)).toMatchObject({ version: 0, label: 'Savings' });
    await cold.page.keyboard.press('Escape');
    await openSetting(cold.page, 'Sign without a network');
    await password(cold.page, 'Keep this wallet offline');
    await expect(cold.page.getByText('This device has a network.')).toBeVisible();
    await site.stored(cold.page);
    await site.stop();
    await cold.context.setOffline(true);
    await expect(cold.page.getByText('No network, as it should be.')).toBeVisible();
    await cold.reopen();
    await unlock(cold.page);
    await expect(cold.page.getByText('No network, as it should be.')).toBeVisible();

    // The watching device makes its wallet from the code.
    await watch.page.goto('/');
    await watch.page.getByText('Watch a wallet').click();
    watch.see([pairing]);
    await watch.page.getByRole('button', { name: 'Scan a code' }).click();
    await expect(watch.page.getByLabel('First address of the wallet')).toHaveValue(/^4/);
    await watch.page.getByLabel('Name of the wallet').fill('Savings, watched');
    await watch.page.getByLabel('Password for this device', { exact: true }).fill(PASSWORD);
    await watch.page.getByLabel('Repeat the password', { exact: true }).fill(PASSWORD);
    await watch.page.getByRole('button', { name: 'Watch this wallet' }).click();
    await expect(watch.page.getByText('Spendable now')).toBeVisible();

    await devnet.faucet(address, 3n * XMR);
    await devnet.faucet(address, 2n * XMR);
    await devnet.mine(10);
    await expect(watch.page.getByText('Received; spends unknown')).toBeVisible();
    await expect.poll(() => spendable(watch.page)).toBe('5');

    // Coins as a code: page, independent reader, film, camera.
    await watch.page.getByRole('link', { name: 'Signing device' }).click();
    const showing = watch.page.getByRole('button', { name: /^Show \d+ coins$/ });
    const coins = Number(/\d+/.exec(await showing.innerText())?.[0]);
    await showing.click();
    cold.see(await watchCode(watch.page));
    await cold.page.getByRole('button', { name: 'Read from the watching device' }).click();
    await expect(cold.page.getByText(`${coins} new coins imported.`)).toBeVisible();

    // Key images as a file.
    const saved = cold.page.waitForEvent('download');
    await cold.page.getByRole('button', { name: 'Save as a file' }).click();
    const marks = await (await saved).path();
    await cold.page.getByRole('button', { name: 'The other device has them' }).click();
    await expect(cold.page.locator('data.amt.hero').first()).toHaveAttribute('value', '5');
    await watch.page.getByRole('button', { name: 'Read from the signing device' }).click();
    await watch.page.getByLabel('Use a file').setInputFiles(marks);
    await expect(watch.page.getByText(`Both devices know ${coins} coins.`)).toBeVisible();
    await expect.poll(() => spendable(watch.page)).toBe('5');

    // The payment as a code.
    for (const { page } of [cold, watch]) await recordAnew(page);
    await review(watch.page, PAYEE, '1.25');
    await expect(watch.page.getByText('Next: read the signed payment.')).toBeVisible();
    cold.see(await watchCode(watch.page));
    await cold.page.getByRole('button', { name: 'Read from the watching device' }).click();
    await expect(cold.page.getByRole('heading', { name: 'Check before you sign' })).toBeVisible();
    await expect(cold.page.locator(`[data-address="${PAYEE}"]`)).toBeVisible();
    await cold.page.getByRole('button', { name: 'Sign 1.25 XMR' }).click();
    await expect(cold.page.getByRole('heading', { name: 'Signed' })).toBeVisible();

    // The signed payment as a code.
    watch.see(await watchCode(cold.page));
    await watch.page.getByRole('button', { name: 'Read from the signing device' }).click();
    await watch.page.getByRole('button', { name: 'Send 1.25 XMR' }).click();
    await expect(watch.page.getByRole('heading', { name: 'On its way' })).toBeVisible();
    await devnet.mine(10);
    await expect.poll(() => spendable(watch.page)).toMatch(/^3\.7/);

    await visit(watch.page, 'history');
    await expect(watch.page.getByText('−1.25').first()).toBeVisible();
    await expectNoSecrets(watch.page, ['view_key', 'one-time key of an input']);
    await expectNoSecrets(cold.page, ['view_key', 'spend_key']);
  } finally {
    await Promise.all([cold.browser.close(), watch.browser.close(), site.stop()]);
  }
});
