/**
 * A hidden page reports to the wallet that it is hidden. tests/unit/wallet/sync tests how seldom the wallet then asks its node;
 * the bench measures what that costs.
 */
import type { Page } from '@playwright/test';
import { expect, test } from '../../support/app.ts';
import { prepareWallet } from '../../e2e/journeys.ts';
import { recordAnew, recordMessages } from '../../e2e/messages.ts';

/** Playwright keeps every page visible. */
const setHidden = (page: Page, hidden: boolean): Promise<void> =>
  page.evaluate((value) => {
    Object.defineProperty(document, 'hidden', { value, configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  }, hidden);
const toldOf = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() =>
    (globalThis as unknown as { recorded: readonly string[] }).recorded.filter((each) =>
      each.includes('x_hidden'),
    ),
  );

test('the page tells the wallet that it is hidden, and that it is visible again', async ({
  page,
  context,
  devnet,
}) => {
  await recordMessages(context);
  await prepareWallet(page, 'Everyday');
  await recordAnew(page);
  await setHidden(page, true);
  await expect.poll(async () => (await toldOf(page)).join()).toContain('true');
  await recordAnew(page);
  await setHidden(page, false);
  await expect.poll(async () => (await toldOf(page)).join()).toContain('false');
  // It asks its node again, as often as before.
  const asked = page.waitForRequest((request) => request.url().startsWith(devnet.daemonUrl));
  await devnet.mine(1);
  await asked;
});
