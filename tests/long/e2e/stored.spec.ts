/** What the page says at its start of a browser that has little space, may delete wallets, or has deleted one. */
import type { BrowserContext } from '@playwright/test';
import { expect, test } from '../../support/app.ts';
import { makeWallet, unlock, visit } from '../../e2e/journeys.ts';

/** Playwright does not know this permission. */
const allowPersistence = async (context: BrowserContext, origin: string): Promise<void> => {
  const page = await context.newCDPSession(context.pages()[0]!);
  const { targetInfo } = await page.send('Target.getTargetInfo');
  const browser = await context.browser()!.newBrowserCDPSession();
  await browser.send('Browser.setPermission', {
    permission: { name: 'persistent-storage' },
    setting: 'granted',
    origin,
    ...(targetInfo.browserContextId !== undefined && { browserContextId: targetInfo.browserContextId }),
  });
};

test('the start tells of little space, of a browser that may delete wallets, and of a wallet that it has deleted', async ({
  page,
  context,
  appUrl,
}) => {
  const { origin } = new URL(appUrl);
  const devtools = await context.newCDPSession(page);
  await makeWallet(page, 'Everyday');
  // Chromium goes on to say that it allows 10 GB.
  const { usage } = await devtools.send('Storage.getUsageAndQuota', { origin });
  await devtools.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: usage + 7_000_000 });
  await page.reload();
  const short = page.getByText('Little space is left on this device for Ostro.');
  await expect(short).toBeVisible();
  await expect(page.getByText('This browser may remove what is stored')).toBeVisible();
  await unlock(page);
  await expect(page.getByText('Spendable now')).toBeVisible();
  await expect(short).toBeVisible();

  // The browser keeps the data from now on; the page asks it when a wallet is opened.
  await devtools.send('Storage.overrideQuotaForOrigin', { origin });
  await allowPersistence(context, origin);
  await page.reload();
  await unlock(page);
  await expect(page.getByText('Spendable now')).toBeVisible();
  await visit(page, 'storage');
  await expect(page.getByText('The browser keeps it until you remove it')).toBeVisible();
  await expect(short).toBeHidden();

  // What a browser that has no space left deletes first.
  await devtools.send('Storage.clearDataForOrigin', { origin, storageTypes: 'indexeddb' });
  await visit(page, '');
  await page.reload();
  await expect(page.getByText('The browser has removed the data of “Everyday”.')).toBeVisible();
  await expect(page.getByText('Make a new wallet')).toBeVisible();
});
