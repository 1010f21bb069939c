/**
 * Tasks of docs/tasks.md, done as people do them: each press and each field that they enter is counted by the page, and the
 * table of that document is compared with the counts.
 */
import { readFileSync } from 'node:fs';
import type { BrowserContext, Locator, Page } from '@playwright/test';
import { expect, test } from '../../support/app.ts';
import { getPaid, makeWallet, PASSWORD, spendable, visit } from '../../e2e/journeys.ts';

const PAYEES = [
  '49PtGejUr1wEh43idmGvbBCKr6WeeefSrf4hM89rvEcj8iDaDDkDegvUKBSHekqqVNN4Nywr2g8DTh27Z8qk51986G8Bszv',
  '42ey1afDFnn4886T7196doS9GPMzexD9gXpsZJDwVjeRVdFCSoHnv7KPbBeGpzJBzHRCAs9UxqeoyFQMYbqSWYTfJJQAWDm',
  '84QRUYawRNrU3NN1VpFRndSukeyEb3Xpv8qZjjsoJZnTYpDYceuUTpog13D7qPxpviS7J29bSgSkR11hFFoXWk2yNdsR9WF',
] as const;
/** Presses that the table allows for a task, by its number. */
const allowed = (number: number): number => {
  const table = readFileSync(new URL('../../../docs/tasks.md', import.meta.url), 'utf8');
  const row = table.split('\n').find((line) => line.startsWith(`| ${number} `)) ?? '';
  return Number(row.split('|')[2]);
};
const expectTaps = async (number: number, ...pages: readonly Page[]): Promise<void> => {
  const taps = await Promise.all(
    pages.map((page) => page.evaluate(() => Number(sessionStorage.getItem('taps') ?? 0))),
  );
  const sum = taps.reduce((all, each) => all + each, 0);
  console.log(`task ${number}: ${sum}`);
  expect(sum, `presses of task ${number}`).toBe(allowed(number));
};
/** Counts the presses in the pages of a context. Playwright fills a field without a press, so `enter` counts that. */
const countTaps = (context: BrowserContext) =>
  context.addInitScript(() => {
    const count = (): void =>
      sessionStorage.setItem('taps', String(Number(sessionStorage.getItem('taps') ?? 0) + 1));
    addEventListener('pointerdown', count, true);
    addEventListener('entered', count, true);
  });
const enter = async (field: Locator, text: string): Promise<void> => {
  await field.fill(text);
  await field.dispatchEvent('entered');
};
const restart = (page: Page): Promise<void> => page.evaluate(() => sessionStorage.setItem('taps', '0'));
const paste = (page: Page, text: string): Promise<void> =>
  page.evaluate((pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', pasted);
    const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
    document.activeElement?.dispatchEvent(event);
  }, text);
/** A press at the moment at which the page takes the place of the first screen in the HTML would count twice. */
const openStart = async (page: Page): Promise<void> => {
  await page.goto('/');
  await page.locator('#ostro').getByRole('link').first().waitFor();
};
const press = (page: Page, role: 'link' | 'button', name: string | RegExp): Promise<void> =>
  page.getByRole(role, { name }).filter({ visible: true }).first().click();

test.beforeEach(({ context }) => countTaps(context));

test('a person pays, receives, pays a list, proves a payment, looks for missing money and moves to a new phone', async ({
  page,
  browser,
  appUrl,
  devnet,
}) => {
  const words = await makeWallet(page, 'Everyday');
  await getPaid(page, devnet);

  await test.step('1: a first payment', async () => {
    await restart(page);
    await press(page, 'link', 'Send');
    await enter(page.getByLabel('To', { exact: true }), PAYEES[0]);
    await enter(page.getByLabel('Amount'), '1.25');
    await press(page, 'button', 'Check before sending');
    await press(page, 'button', 'Send 1.25 XMR');
    await expect(page.getByRole('heading', { name: 'On its way' })).toBeVisible();
    await expectTaps(1, page);
  });
  await devnet.mine(10);
  await visit(page, '');
  await expect(page.getByText('Spendable now')).toBeVisible();

  await test.step('2: an amount at a counter', async () => {
    await restart(page);
    await press(page, 'link', 'Receive');
    await enter(page.getByLabel('Ask for an amount'), '0.85');
    await expect(page.getByText(/asks for/)).toBeVisible();
    await expectTaps(2, page);
  });

  await test.step('3: three people from a list', async () => {
    await visit(page, '');
    await expect.poll(() => spendable(page)).toMatch(/^8\.7/);
    await restart(page);
    await press(page, 'link', 'Send');
    await enter(page.getByLabel('To', { exact: true }), '');
    await page.getByLabel('To', { exact: true }).focus();
    await paste(page, PAYEES.map((address, i) => `${address}, 0.${i + 1}`).join('\n'));
    await expect(page.getByRole('heading', { name: 'Recipient 3' })).toBeVisible();
    await press(page, 'button', 'Check before sending');
    await press(page, 'button', 'Send 0.60 XMR');
    await expect(page.getByRole('heading', { name: 'On its way' })).toBeVisible();
    await expectTaps(3, page);
  });
  await devnet.mine(10);

  await test.step('4: proves a payment', async () => {
    await visit(page, '');
    await page.getByRole('link').filter({ hasText: '−1.25' }).first().waitFor();
    await restart(page);
    await page.getByRole('link').filter({ hasText: '−1.25' }).first().click();
    await press(page, 'link', 'Prove this payment');
    await press(page, 'button', 'Make the proof');
    await press(page, 'button', 'Copy the link');
    await expectTaps(4, page);
  });

  await test.step('7: looks for missing money', async () => {
    // Coins of blocks that are read meanwhile would count as found.
    await expect.poll(() => spendable(page)).toMatch(/^8\.1/);
    await restart(page);
    await press(page, 'link', 'Settings');
    await press(page, 'button', 'Missing money');
    await press(page, 'button', 'Read the chain again');
    await press(page, 'button', 'Read again');
    await expect(page.getByText('Spendable now')).toBeVisible();
    await expectTaps(7, page);
    await expect(page.getByText('Nothing new was found.')).toBeVisible();
  });

  await test.step('10: moves to a new phone with a file', async () => {
    await restart(page);
    await press(page, 'link', 'Settings');
    await press(page, 'button', 'Backup');
    await press(page, 'button', 'Save the wallet as a file');
    await enter(page.getByLabel('Password for this device', { exact: true }), PASSWORD);
    const saving = page.waitForEvent('download');
    await press(page, 'button', 'Save the file');
    const file = await (await saving).path();
    const context = await browser.newContext({ baseURL: appUrl });
    await countTaps(context);
    const there = await context.newPage();
    await openStart(there);
    await press(there, 'link', 'Open a file');
    const choosing = there.waitForEvent('filechooser');
    await press(there, 'button', 'Choose the file');
    await (
      await choosing
    ).setFiles({
      name: 'Everyday.ostro',
      mimeType: 'application/octet-stream',
      buffer: readFileSync(file),
    });
    await enter(there.getByLabel('Password of the file', { exact: true }), PASSWORD);
    await press(there, 'button', 'Open the wallet');
    await expect(there.getByText('Spendable now')).toBeVisible();
    await expectTaps(10, page, there);
    await context.close();
  });

  await test.step('5: restores from words', async () => {
    const context = await browser.newContext({ baseURL: appUrl });
    await countTaps(context);
    const there = await context.newPage();
    await openStart(there);
    await press(there, 'link', 'I already have my words');
    await enter(there.getByLabel('Your words'), words.join(' '));
    await enter(there.getByLabel('Password for this device', { exact: true }), PASSWORD);
    await enter(there.getByLabel('Repeat the password', { exact: true }), PASSWORD);
    await press(there, 'button', 'Restore the wallet');
    await expect.poll(() => spendable(there)).toMatch(/^8\.1/);
    await expectTaps(5, there);
    await context.close();
  });
});
