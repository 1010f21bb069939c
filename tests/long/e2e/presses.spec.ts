/** How often a person presses for what one does every day, from Home; at most as often as in the wallets people use today. */
import type { Page } from '@playwright/test';
import { expect, test } from '../../support/app.ts';
import { countPresses } from '../../support/presses.ts';
import { getPaid, makeFirstWallet, PASSWORD, visit } from '../../e2e/journeys.ts';

const PAYEE =
  '49PtGejUr1wEh43idmGvbBCKr6WeeefSrf4hM89rvEcj8iDaDDkDegvUKBSHekqqVNN4Nywr2g8DTh27Z8qk51986G8Bszv';

test('daily steps need few presses', async ({ page, context, devnet }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const table: Record<string, string> = {};
  /** Presses and seconds of a step. `most`: presses. */
  const measure = async (
    name: string,
    most: number,
    step: (page: Page) => Promise<unknown>,
  ): Promise<void> => {
    await test.step(name, async () => {
      const presses = await countPresses(page);
      const start = performance.now();
      await step(page);
      const count = await presses();
      table[name] = `${count} presses, ${((performance.now() - start) / 1000).toFixed(1)} s`;
      expect(count, name).toBeLessThanOrEqual(most);
    });
  };
  const home = async (): Promise<void> => {
    await visit(page, '');
    await expect(page.getByText('Spendable now')).toBeVisible();
  };

  // Sound and vibration are on; this browser has no motor, so the page reports what it asks of one.
  await page.addInitScript(() => {
    localStorage.setItem('ostro', '{"signals":true}');
    const asked = ((globalThis as unknown as { vibrations: unknown[] }).vibrations = []);
    Object.assign(navigator, { vibrate: (pattern: unknown) => asked.push(pattern as never) > 0 });
  });
  const vibrations = () =>
    page.evaluate(() => (globalThis as unknown as { vibrations: unknown[] }).vibrations);
  await page.goto('/');
  await page.getByText('Make a new wallet').waitFor();
  // Name, password twice, one field for four words of the paper, four buttons; the name may stay "My wallet".
  await measure('make a wallet', 8, () => makeFirstWallet(page, 'Everyday'));
  await home();
  await getPaid(page, devnet);
  expect(await vibrations()).toEqual([[150, 80, 150]]);
  await measure('show my address, copy it', 2, async () => {
    await page.getByRole('link', { name: 'Receive' }).first().click();
    await page.getByRole('button', { name: 'Copy', exact: true }).click();
  });
  await home();
  await measure('a code that asks for an amount', 2, async () => {
    await page.getByRole('link', { name: 'Receive' }).first().click();
    await page.getByLabel('Ask for an amount').fill('0.85');
    await expect(page.getByText('0.85').first()).toBeVisible();
  });
  await home();
  await page.evaluate((text) => navigator.clipboard.writeText(text), PAYEE);
  await measure('pay', 5, async () => {
    await page.getByRole('link', { name: 'Send', exact: true }).first().click();
    await page.getByRole('button', { name: 'Paste', exact: true }).click();
    await page.getByLabel('Amount').fill('0.5');
    await page.getByRole('button', { name: 'Check before sending' }).click();
    await page.getByRole('button', { name: /^Send 0.50? XMR/ }).click();
    await expect(page.getByRole('heading', { name: 'On its way' })).toBeVisible();
  });
  expect(await vibrations()).toEqual([[150, 80, 150], [60]]);
  await devnet.mine(10);
  await home();
  await measure('a payment of the history', 1, async () => {
    await page.locator('a.transfer-row').first().click();
    await expect(page.getByText('Transaction ID')).toBeVisible();
  });
  await measure('prove it, copy the link', 3, async () => {
    await page.getByRole('link', { name: 'Prove this payment' }).click();
    await page.getByRole('button', { name: 'Make the proof' }).click();
    await page.getByRole('button', { name: 'Copy the link' }).click();
  });
  await visit(page, 'settings');
  await measure('lock', 1, async () => {
    await page.getByRole('button', { name: 'Lock now' }).first().click();
    await page.getByLabel('Password for this device', { exact: true }).waitFor();
  });
  await measure('unlock', 2, async () => {
    await page.getByLabel('Password for this device', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Open', exact: true }).click();
    await expect(page.getByText('Spendable now')).toBeVisible();
  });
  console.table(table);
});
