/**
 * The installed app. What other apps share reaches it while it is locked, and its server does not see it. With its server
 * and its node stopped it opens, unlocks, shows the history, makes addresses and requests, signs a text and makes a backup.
 * Signing on two devices without server and node: cold.spec.ts and signers.spec.ts.
 */
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { expect, test } from '../../support/app.ts';
import { serveInstallable } from '../../support/installed.ts';
import { getPaid, makeFirstWallet, PASSWORD, receiveAddress, unlock, visit } from '../../e2e/journeys.ts';

const PAYEE =
  '49PtGejUr1wEh43idmGvbBCKr6WeeefSrf4hM89rvEcj8iDaDDkDegvUKBSHekqqVNN4Nywr2g8DTh27Z8qk51986G8Bszv';

/** Any page can post what the browser's share posts. */
const share = async (page: Page, url: string, text: string): Promise<void> => {
  await page.setContent(
    `<form method="post" action="${url}share" enctype="multipart/form-data">
       <input name="text" value="${text}"><button>Share</button>
     </form>`,
  );
  await page.getByRole('button', { name: 'Share' }).click();
};

test('the installed app takes what other apps share, and works while its server and its node are stopped', async ({
  page: first,
  context,
  devnet,
}) => {
  const posted: string[] = [];
  const site = await serveInstallable(devnet, (request) => {
    if (request.method === 'POST') posted.push(request.url ?? '');
    return false;
  });
  try {
    await first.goto(site.url);
    await makeFirstWallet(first, 'Everyday');
    await getPaid(first, devnet);
    const address = await receiveAddress(first);
    await site.stored(first);
    await first.close();

    await test.step('a shared payment link waits while the wallet is locked, and fills Send', async () => {
      const page = await context.newPage();
      await share(page, site.url, `Please pay monero:${PAYEE}?tx_amount=1.25`);
      await expect(page.getByText('A payment link waits here.')).toBeVisible();
      await unlock(page);
      await expect(page.getByText('A valid address. New to you.')).toBeVisible();
      await expect(page.getByLabel('Amount')).toHaveValue('1.25');
      // The link is not in the address any more.
      await expect(page).toHaveURL(`${site.url}#/send`);
      expect(posted).toEqual([]);
      await page.close();
    });

    await site.stop();
    await devnet.daemonDown(async () => {
      const page = await context.newPage();
      await page.goto(site.url);
      await test.step('it opens, unlocks, and says what it cannot know', async () => {
        await unlock(page);
        await expect(page.getByText(/You see what was known|No connection/).first()).toBeVisible();
        await expect(page.locator('data.amt.hero').first()).toHaveAttribute('value', '10');
      });
      await test.step('it shows the history', async () => {
        await visit(page, 'history');
        await expect(page.getByText('+10.00').first()).toBeVisible();
      });
      await test.step('it makes an address and a request', async () => {
        await receiveAddress(page);
        await page.getByRole('button', { name: 'New address' }).click();
        await expect(page.locator('[data-address]').first()).not.toHaveAttribute('data-address', address);
        await page.getByLabel('Ask for an amount').fill('1.5');
        await page.getByRole('button', { name: 'Make a payment request' }).click();
        await page.getByRole('dialog').getByRole('button', { name: 'Make the request' }).click();
        await expect(page.getByText('Nothing has come in yet')).toBeVisible();
      });
      await test.step('it signs a text', async () => {
        await visit(page, 'prove/text');
        await page.getByLabel('Text', { exact: true }).fill('signed without a network');
        await page.getByRole('button', { name: 'Sign', exact: true }).click();
        await expect(page.locator('[data-proof]')).toContainText('SigV2');
      });
      await test.step('it makes a backup', async () => {
        await visit(page, 'settings/file');
        const saving = page.waitForEvent('download');
        await page.getByLabel('Password for this device', { exact: true }).fill(PASSWORD);
        await page.getByRole('button', { name: 'Save the file' }).click();
        const file = readFileSync(await (await saving).path());
        expect(file.subarray(0, 8).toString()).toBe('OstroWal');
      });
    });
  } finally {
    await site.stop();
  }
});
