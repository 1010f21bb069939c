/** Steps that several journeys share, found by the texts on the screen. */
import { expect, type Locator, type Page } from '@playwright/test';
import { parseXmr } from '../../src/base/amount.ts';
import type { Devnet } from '../support/app.ts';

export const PASSWORD = 'correct horse battery staple';

/** The page uses this address as the node of the devnet. */
export async function useNode(page: Page, daemon: string): Promise<void> {
  await page.route('**/devnet.json', async (route) => {
    const answer = await route.fetch();
    const devnet = (await answer.json()) as object;
    await route.fulfill({ response: answer, json: { ...devnet, daemon, nodes: [daemon] } });
  });
}

/** Makes a new wallet as a newcomer would, words checked; ends on Home. Answers its words: 16, or 25 if so wanted. */
export async function makeWallet(page: Page, name: string, count: 16 | 25 = 16): Promise<string[]> {
  await page.goto('/');
  const words = await makeFirstWallet(page, name, count);
  await expect(page.getByText('Spendable now')).toBeVisible();
  return words;
}

/** The same from the first screen of a device without a wallet; ends when the wallet is stored. */
export async function makeFirstWallet(page: Page, name: string, count: 16 | 25 = 16): Promise<string[]> {
  await page.getByText('Make a new wallet').click();
  await page.getByLabel('Name of the wallet').fill(name);
  await page.getByLabel('Password for this device', { exact: true }).fill(PASSWORD);
  await page.getByLabel('Repeat the password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Show my words' }).click();
  const written = page.getByRole('button', { name: 'I have written them down' });
  await written.waitFor();
  if (count === 25) await page.getByRole('button', { name: 'Use 25 words instead' }).click();
  await expect(page.locator('ol li')).toHaveCount(count);
  const words = (await page.locator('ol li').allInnerTexts()).map((item) =>
    item.replace(/^\d+\s*/, '').trim(),
  );
  await written.click();
  await page.getByText('Check your paper').waitFor();
  const asked = page.getByLabel(/^Words \d/);
  const label = await page
    .locator('label')
    .filter({ hasText: /^Words \d/ })
    .innerText();
  await asked.fill((label.match(/\d+/g) ?? []).map((number) => words[Number(number) - 1]).join(' '));
  await page.getByRole('button', { name: 'Continue' }).click();
  await isStored(page);
  return words;
}

/** Makes a new wallet through the in-page endpoint, for journeys that are about something else; ends on Home. */
export async function prepareWallet(page: Page, name: string): Promise<void> {
  await page.addInitScript(() => Object.assign(globalThis, { ostroHost: { rpc: true } }));
  await page.goto('/');
  await page.getByText('Make a new wallet').waitFor();
  const params = { filename: name, password: PASSWORD, language: 'English' };
  await page.evaluate(
    (envelope) =>
      (
        globalThis as unknown as { ostroRpc: { request(envelope: string): Promise<string> } }
      ).ostroRpc.request(envelope),
    JSON.stringify({ jsonrpc: '2.0', id: 0, method: 'create_wallet', params }),
  );
  await visit(page, '');
  await expect(page.getByText('Spendable now')).toBeVisible();
}

/** Restores from words; ends on Home. Scans from the given block on, or from the date in 16 words. */
export async function restoreWallet(
  page: Page,
  name: string,
  words: readonly string[],
  block?: number,
): Promise<void> {
  await page.goto('/');
  await restoreFirstWallet(page, name, words, block);
  await expect(page.getByText('Spendable now')).toBeVisible();
}

/** The same from the first screen of a device without a wallet; ends when the wallet is stored. */
export async function restoreFirstWallet(
  page: Page,
  name: string,
  words: readonly string[],
  block?: number,
): Promise<void> {
  await page.getByText('I already have my words').click();
  await page.getByLabel('Your words').fill(words.join(' '));
  const otherStart = page.getByRole('button', { name: 'Choose another start' });
  if (words.length === 16) await otherStart.waitFor();
  if (block !== undefined) {
    if (words.length === 16) await otherStart.click();
    await page.getByText('A block', { exact: true }).click();
    await page.getByLabel('Start from block').fill(String(block));
  }
  await page.getByLabel('Name of the wallet').fill(name);
  await page.getByLabel('Password for this device', { exact: true }).fill(PASSWORD);
  await page.getByLabel('Repeat the password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: /Restore/ }).click();
  await isStored(page);
}

/**
 * The wallet is stored, and the form is no longer in the address: a tab that is closed before leaves no wallet, and one
 * that is loaded again before shows the form. Home shows the wallet a moment earlier; a page without a node asks for one.
 */
const isStored = (page: Page): Promise<void> => expect(page).toHaveURL(/#\/(?:first-node)?$/);

/** Opens the wallet that the screen names. */
export async function unlock(page: Page): Promise<void> {
  await page.getByLabel('Password for this device', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Open', exact: true }).click();
}

/**
 * Kills the process of a tab. Its service worker dies with it, and Chromium fails the requests that this service worker
 * was answering, also those of the next tab. So this waits until Chromium knows that it has stopped. `next` is the next tab,
 * which has opened nothing yet.
 */
export async function killTab(page: Page, next: Page): Promise<void> {
  const running = new Map<string, boolean>();
  const devtools = await next.context().newCDPSession(next);
  devtools.on('ServiceWorker.workerVersionUpdated', ({ versions }) => {
    for (const { versionId, runningStatus } of versions) running.set(versionId, runningStatus !== 'stopped');
  });
  await devtools.send('ServiceWorker.enable');
  await page.goto('chrome://crash').catch(() => undefined);
  await expect.poll(() => [...running.values()].some(Boolean)).toBe(false);
  await devtools.detach();
  // Playwright cannot speak with a page that crashed, and would leave a service worker paused that starts for it.
  await page.close();
}

/** Goes to another screen without reloading the page. */
export function visit(page: Page, path: string): Promise<void> {
  return page.evaluate((hash) => {
    location.hash = hash;
  }, `#/${path}`);
}

/** The address shown on Receive, without spaces. */
export async function receiveAddress(page: Page): Promise<string> {
  await visit(page, 'receive');
  // Home shows an address, too.
  await page.getByRole('heading', { level: 1, name: 'Receive' }).waitFor();
  const address = page.locator('[data-address]').first();
  await address.waitFor();
  return (await address.getAttribute('data-address'))!;
}

/**
 * The exact amount that Home shows, in XMR, once everything is read: while blocks are missing, Home shows what was found so
 * far, with payments in no block, and this answers its label.
 */
export async function spendable(page: Page): Promise<string> {
  await visit(page, '');
  const hero = page.locator('.bal', { has: page.locator('data.amt.hero') }).first();
  return hero.evaluate((shown) => {
    const label = shown.querySelector('.lbl')?.textContent ?? '';
    const amount = shown.querySelector('data.amt.hero')!.getAttribute('value')!;
    return label === 'Found so far' ? label : amount;
  });
}

/** Test coins from the real faucet, mined until they can be spent. */
export async function getPaid(page: Page, devnet: Devnet): Promise<void> {
  await page.getByRole('button', { name: 'Get test coins' }).click();
  await expect(page.getByText('+10.00').first()).toBeVisible();
  await devnet.mine(10);
  await expect.poll(() => spendable(page)).toBe('10');
}

/** Fills the form and opens the sheet with the exact numbers. */
export async function review(page: Page, address: string, amount: string, note = ''): Promise<void> {
  await visit(page, '');
  // Send shows what is spendable, too: a form that is still there would keep what was typed before.
  await expect(page.getByRole('heading', { name: 'Send', exact: true })).toBeHidden();
  await expect(page.getByText(/^Spendable (now|at block)/).first()).toBeVisible();
  await visit(page, 'send');
  await expect(page.getByRole('heading', { name: 'Send', exact: true })).toBeVisible();
  // A payment that was typed and not sent is still there.
  const clear = page.getByRole('button', { name: 'Clear the form' });
  if (await clear.isVisible()) await clear.click();
  await page.getByLabel('To', { exact: true }).fill(address);
  await page.getByLabel('Amount').fill(amount);
  if (note !== '') await page.getByLabel('Note, only for you').fill(note);
  await page.getByRole('button', { name: /^Check before (sending|signing)$/ }).click();
}

/** The amount beside this name in a list of amounts, in piconero. */
export async function amountOf(scope: Page | Locator, name: string): Promise<bigint> {
  const row = scope.locator(`dl > div:has(dt:text-is("${name}"))`);
  return parseXmr((await row.locator('data').getAttribute('value')) ?? '');
}
/** What is shown as the total of a payment is its amount and the fee beside it. */
export async function expectTotal(scope: Page | Locator, amount: string, total = 'Total'): Promise<void> {
  const fee = await amountOf(scope, 'Network fee');
  expect(fee).toBeGreaterThan(0n);
  expect(await amountOf(scope, total)).toBe(parseXmr(amount) + fee);
}

/** Pays through form and review; ends on the page that says it is on its way. */
export async function pay(page: Page, address: string, amount: string, note = ''): Promise<void> {
  await review(page, address, amount, note);
  const send = page.getByRole('button', { name: `Send ${amount} XMR` });
  await expect(send).toBeVisible();
  await expectTotal(page.getByRole('dialog'), amount);
  await send.click();
  await expect(page.getByRole('heading', { name: 'On its way' })).toBeVisible();
  await expectTotal(page, amount, 'Spent in total');
}
