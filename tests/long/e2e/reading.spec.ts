/**
 * Reading the chain does not end because the browser freezes the page, the tab is killed, or the idle lock falls.
 */
import type { BrowserContext, Page } from '@playwright/test';
import { expect, test, type Devnet } from '../../support/app.ts';
import { startSlowNode } from '../../support/slow-node.ts';
import { limit } from '../../support/tier.ts';
import { killTab, restoreFirstWallet, unlock, useNode } from '../../e2e/journeys.ts';

/** Of a wallet that never had money. */
const WORDS =
  'velvet lymph giddy number token physics poetry unquoted nibs useful sabotage limits benches lifestyle eden nitrogen anvil fewest avoid batch vials washing fences goat unquoted';

/** How much is read, in percent; 100 when the wallet is up to date. */
const read = async (page: Page): Promise<number> => {
  const bar = page.getByRole('progressbar', { name: 'Reading the chain' });
  if (await bar.isVisible()) return Number(await bar.getAttribute('aria-valuenow'));
  return (await page.getByText('Spendable now').isVisible()) ? 100 : 0;
};
/** What a phone does to a page in the background: something happens while it is frozen. */
const frozen = async (page: Page, meanwhile: () => unknown): Promise<void> => {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Page.setWebLifecycleState', { state: 'frozen' });
  await meanwhile();
  await devtools.send('Page.setWebLifecycleState', { state: 'active' });
};

test('reading goes on where it was after the page was frozen, and after the tab was killed', async ({
  page,
  context,
  devnet,
}) => {
  const node = await startSlowNode(devnet.daemonUrl, Math.ceil((await devnet.height()) / 12), 0);
  node.most = 3;
  try {
    await useNode(page, node.url);
    await page.goto('/');
    await restoreFirstWallet(page, 'Travel', WORDS.split(' '), 0);
    await expect.poll(() => read(page)).toBeGreaterThan(0);
    const first = await read(page);
    await frozen(page, () => (node.most = 7));
    await expect.poll(() => read(page)).toBeGreaterThan(first);

    expect(await read(page)).toBeLessThan(100);
    const before = node.starts.length;
    const again = await context.newPage();
    await killTab(page, again);
    await useNode(again, node.url);
    await again.goto('/');
    await unlock(again);
    node.most = Infinity;
    await expect(again.getByText('Spendable now')).toBeVisible();
    expect(Math.min(...node.starts.slice(before))).toBeGreaterThan(0);
  } finally {
    await node.stop();
  }
});

/** A page that restores a wallet, with the shortest lock, from a node that needs two and a half minutes for the chain. */
const openLocking = async (context: BrowserContext, devnet: Devnet) => {
  const answers = 100;
  const node = await startSlowNode(
    devnet.daemonUrl,
    Math.ceil((await devnet.height()) / answers),
    150_000 / answers,
  );
  await context.addInitScript(() => localStorage.setItem('ostro', JSON.stringify({ lockMinutes: 1 })));
  const page = await context.newPage();
  await useNode(page, node.url);
  await page.goto('/');
  await restoreFirstWallet(page, 'Locked', WORDS.split(' '), 0);
  return { node, page };
};

test('a scan ends behind the idle lock though the page was frozen, and goes on where it was after a kill behind the lock', async ({
  context,
  browser,
  appUrl,
  devnet,
}) => {
  const other = await browser.newContext({ baseURL: appUrl });
  // Both wait for their lock of a minute at the same time.
  const [one, two] = await Promise.all([openLocking(context, devnet), openLocking(other, devnet)]);
  const goesOn = (page: Page) => page.getByText('Reading goes on');
  try {
    for (const { page } of [one, two]) await expect(goesOn(page)).toBeVisible({ timeout: limit(5) });

    const { answers } = one.node;
    await frozen(one.page, () => expect.poll(() => one.node.answers).toBeGreaterThan(answers));
    await expect(goesOn(one.page)).toBeVisible();
    one.node.ms = 0;
    // The lock screen stays; what was read meanwhile is there when the wallet is opened.
    await expect(goesOn(one.page)).toBeHidden();
    await unlock(one.page);
    await expect(one.page.getByText('Spendable now')).toBeVisible();
    expect(one.node.starts.filter((start) => start === 0).length).toBeLessThan(2);

    two.node.most = two.node.answers + 3;
    await expect.poll(() => two.node.answers).toBe(two.node.most);
    const before = two.node.starts.length;
    const again = await other.newPage();
    await killTab(two.page, again);
    await useNode(again, two.node.url);
    await again.goto('/');
    await unlock(again);
    two.node.ms = 0;
    two.node.most = Infinity;
    await expect(again.getByText('Spendable now')).toBeVisible();
    expect(Math.min(...two.node.starts.slice(before))).toBeGreaterThan(0);
  } finally {
    await Promise.all([one.node.stop(), two.node.stop(), other.close()]);
  }
});
