/** Common failures in a real browser: the page explains each, and nothing is lost. */
import { expect, test } from '../../support/app.ts';
import { getPaid, killTab, prepareWallet, review, spendable, unlock, visit } from '../../e2e/journeys.ts';

const PAYEE =
  '49PtGejUr1wEh43idmGvbBCKr6WeeefSrf4hM89rvEcj8iDaDDkDegvUKBSHekqqVNN4Nywr2g8DTh27Z8qk51986G8Bszv';

test('the other tab shows a wallet as open in the first, and can take it over', async ({ page, context }) => {
  await prepareWallet(page, 'Twice');
  const other = await context.newPage();
  await other.goto('/');
  await unlock(other);
  await expect(other.getByText(/is open in another tab/)).toBeVisible();
  await other.getByRole('button', { name: 'Use it here' }).click();
  await expect(other.getByText('Spendable now')).toBeVisible();
  await expect(page.getByText('Spendable now')).toBeHidden();
});

test('a wallet that was locked in Settings opens on Home, and shows nothing else before', async ({
  page,
}) => {
  await prepareWallet(page, 'Everyday');
  await visit(page, 'settings');
  await page.getByRole('button', { name: 'Lock now' }).click();
  await page.getByRole('button', { name: 'Open', exact: true }).waitFor();
  await page.evaluate(() => {
    const seen: string[] = [];
    Object.assign(globalThis, { seen });
    new MutationObserver(() => {
      for (const { textContent } of document.querySelectorAll('h1'))
        if (seen.at(-1) !== textContent) seen.push(textContent);
    }).observe(document.body, { childList: true, subtree: true });
  });
  await unlock(page);
  await expect(page.getByText('Spendable now')).toBeVisible();
  const seen = await page.evaluate(
    () => (globalThis as unknown as { readonly seen: readonly string[] }).seen,
  );
  expect(new Set(seen)).toEqual(new Set(['Open “Everyday”', 'Home']));
});

test('the page names a node that went away, and continues scanning when it is back', async ({
  page,
  devnet,
}) => {
  await prepareWallet(page, 'Patient');
  await devnet.daemonDown(async () => {
    await expect(page.getByText('No connection').first()).toBeVisible();
  });
  await getPaid(page, devnet);
  await expect.poll(() => spendable(page)).toBe('10');
});

test('a payment whose node died does not lock its coins for ever', async ({ page, devnet }) => {
  await prepareWallet(page, 'Careful');
  await getPaid(page, devnet);
  await visit(page, 'send');
  await page.getByLabel('To', { exact: true }).fill(PAYEE);
  await page.getByLabel('Amount').fill('1');
  await page.getByRole('button', { name: 'Check before sending' }).click();
  const go = page.getByRole('button', { name: 'Send 1.00 XMR' });
  await expect(go).toBeVisible();
  await devnet.daemonDown(async () => {
    await go.click();
    await expect(page.getByText(/does not answer|may be on its way/i).first()).toBeVisible();
  });
  // Ten blocks later the balance is right: the payment was made once, or not at all.
  await devnet.mine(12);
  await expect.poll(async () => Number(await spendable(page))).toBeGreaterThan(8.9);
  const left = Number(await spendable(page));
  expect(left === 10 || (left > 8.9 && left < 9)).toBe(true);
});

test('a tab killed before the node gets its payment has paid once or not at all', async ({
  page,
  context,
  devnet,
}) => {
  await prepareWallet(page, 'Killed');
  await getPaid(page, devnet);
  await review(page, PAYEE, '1');
  // Nothing answers the request, and nothing passes it on.
  const asked = new Promise<void>((resolve) => {
    void context.route('**/send_raw_transaction', () => resolve(), { times: 1 });
  });
  await page.getByRole('button', { name: 'Send 1.00 XMR' }).click();
  await asked;
  const again = await context.newPage();
  await killTab(page, again);
  await again.goto('/');
  await unlock(again);
  await expect(again.getByText('Spendable now')).toBeVisible();
  await devnet.mine(12);
  await expect.poll(async () => Number(await spendable(again))).toBeGreaterThan(8.9);
  const left = Number(await spendable(again));
  expect(left === 10 || (left > 8.9 && left < 9)).toBe(true);
});

test('a misspelled seed word is named, with the word that was probably meant', async ({ page }) => {
  await page.goto('/');
  await page.getByText('I already have my words').click();
  const words =
    'sprig vowels wizard bemused loaded hacksaw unveil tirade hope insult glide dating river sadness beware acoustic gorilla february rewind rims bobsled dazed rafts rikindle tirade';
  await page.getByLabel('Your words').fill(words);
  await page.getByLabel('Your words').blur();
  await expect(page.getByText(/rikindle/).first()).toBeVisible();
  await expect(page.getByText(/rekindle/).first()).toBeVisible();
});

test('the installed page opens without any network', async ({ page, context, appUrl }) => {
  await page.goto('/');
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
  });
  await context.setOffline(true);
  await page.goto(appUrl);
  await expect(page.getByText('Make a new wallet')).toBeVisible();
  await context.setOffline(false);
});

test('a payment above the balance is refused before the node is asked', async ({ page, devnet }) => {
  await prepareWallet(page, 'Modest');
  await getPaid(page, devnet);
  await visit(page, 'send');
  await page.getByLabel('To', { exact: true }).fill(PAYEE.replace('49P', '49Q'));
  await page.getByLabel('To', { exact: true }).blur();
  await expect(page.locator('[aria-invalid="true"]').first()).toBeVisible();
  await page.getByLabel('To', { exact: true }).fill(PAYEE);
  await page.getByLabel('Amount').fill('11');
  await expect(page.getByText(/You can spend/).first()).toBeVisible();
});
