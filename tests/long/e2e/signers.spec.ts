/**
 * Two people make a wallet that needs both signatures, and pay from it, on a real node. They exchange texts; the second
 * signs while the server of the app and the node are stopped, and reads the payment as a code.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, test } from '../../support/app.ts';
import { openCameraDevice, readDrawn, watchCode } from '../../support/camera.ts';
import { serveInstallable } from '../../support/installed.ts';
import { makeWallet, PASSWORD, review, spendable, unlock, visit } from '../../e2e/journeys.ts';
import { expectNoSecrets, recordAnew, recordMessages } from '../../e2e/messages.ts';

const PAYEE =
  '49PtGejUr1wEh43idmGvbBCKr6WeeefSrf4hM89rvEcj8iDaDDkDegvUKBSHekqqVNN4Nywr2g8DTh27Z8qk51986G8Bszv';

/** Copies the text that one page shows, and reads it in the other. */
const give = async (from: Page, to: Page, action: string): Promise<void> => {
  await from.getByRole('button', { name: 'Copy as text' }).click();
  await expect(from.getByText('Text copied')).toBeVisible();
  const text = await from.evaluate(() => (globalThis as { copied?: string }).copied ?? '');
  await to.getByRole('button', { name: action }).click();
  await to.getByText('Paste a text').click();
  await to.getByLabel('Text from the other device').fill(text);
  await to.getByRole('button', { name: 'Use this text' }).click();
  await expect(to.getByRole('dialog')).toBeHidden();
};
const swap = async (one: Page, other: Page, action: string): Promise<void> => {
  await give(one, other, action);
  await give(other, one, action);
};

test('two people make a wallet that needs both signatures, receive money, and pay; one signs without server and node', async ({
  devnet,
}, info) => {
  mkdirSync(info.outputDir, { recursive: true });
  const site = await serveInstallable(devnet);
  const devices = await Promise.all(
    ['mara', 'jon'].map((name) => openCameraDevice(join(info.outputDir, `${name}.y4m`), site.url)),
  );
  for (const { context } of devices) await recordMessages(context);
  const second = devices[1]!;
  const both = devices.map(({ page }) => page);
  const mara = both[0]!;
  let jon = both[1]!;
  for (const page of both) {
    await makeWallet(page, 'Together');
    await visit(page, 'signers');
    await page.getByLabel('Signers in all').selectOption('2');
    await page.getByLabel('Signatures needed').selectOption('2');
    await page.getByLabel('Password for this device', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Begin with 2 of 2' }).click();
    await expect(page.getByText('Round 1 of 2.')).toBeVisible();
  }
  await swap(mara, jon, 'Read a signer’s message');
  for (const page of both) {
    await page.getByRole('button', { name: 'Go on to round 2' }).click();
    await expect(page.getByText('Round 2 of 2.')).toBeVisible();
  }
  await swap(mara, jon, 'Read a signer’s message');
  const addresses: (string | null)[] = [];
  for (const page of both) {
    await page.getByRole('button', { name: 'Finish the wallet' }).click();
    await expect(page.getByText('Money moves here when 2 of 2 sign.')).toBeVisible();
    addresses.push(await page.locator('[data-address]').first().getAttribute('data-address'));
  }
  expect(addresses[0]).toBe(addresses[1]);

  await devnet.faucet(addresses[0]!, 3_000_000_000_000n);
  await devnet.mine(10);
  for (const page of both) await expect.poll(() => spendable(page)).toBe('3');
  for (const page of both) {
    await visit(page, 'signers');
    await page.getByRole('button', { name: 'Exchange multisig info' }).click();
    await expect(page.getByText('Show this to the others')).toBeVisible();
  }
  await swap(mara, jon, 'Read a signer’s multisig info');
  for (const page of both) {
    await page.getByRole('button', { name: 'Import' }).click();
    await expect(page.getByText('Next: make a payment')).toBeVisible();
  }

  for (const page of both) await recordAnew(page);
  await review(mara, PAYEE, '1.25');
  await mara.getByRole('button', { name: 'Make it, for all to sign' }).click();
  await expect(mara.getByText('You have signed.')).toBeVisible();
  await expect(mara.getByText('has signed', { exact: true })).toHaveCount(1);
  second.see(await watchCode(mara));

  await site.stored(jon);
  await site.stop();
  await devnet.daemonDown(async () => {
    await second.reopen();
    jon = second.page;
    await unlock(jon);
    await visit(jon, 'signers');
    await recordAnew(jon);
    await jon.getByRole('button', { name: 'Read a payment of another signer' }).click();
    await expect(jon.getByRole('heading', { name: 'Check before you sign' })).toBeVisible();
    await expect(jon.locator(`[data-address="${PAYEE}"]`)).toBeVisible();
    await jon.getByRole('button', { name: 'Sign 1.25 XMR' }).click();
    await expect(jon.getByRole('heading', { name: 'Enough signatures' })).toBeVisible();
    await jon.getByText('Show it to another signer, who can send it too').click();
    await expect.poll(() => readDrawn(jon)).toMatch(/^UR:/);
  });
  await jon.getByRole('button', { name: 'Send 1.25 XMR' }).click();
  await expect(jon.getByRole('heading', { name: 'On its way' })).toBeVisible();
  await devnet.mine(10);
  await expect.poll(() => spendable(jon)).toMatch(/^1\.7/);
  await expectNoSecrets(mara, ['view_key']);
  await expectNoSecrets(jon, ['view_key', 'transaction key', 'one-time key of an input']);
  await Promise.all([...devices.map(({ browser }) => browser.close()), site.stop()]);
});
