/**
 * Reading the chain does not end because the browser freezes the page, the tab is killed, or the idle lock falls.
 */
import type { Page } from '@playwright/test';
import { expect, test } from '../../support/app.ts';
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

test('a scan of ten minutes with the shortest lock ends done, frozen and killed meanwhile', async ({
  page,
  context,
  devnet,
}) => {
  const answers = 50;
  const node = await startSlowNode(
    devnet.daemonUrl,
    Math.ceil((await devnet.height()) / answers),
    // Longer than the two idle locks of a minute.
    240_000 / answers,
  );
  try {
    await context.addInitScript(() => localStorage.setItem('ostro', JSON.stringify({ lockMinutes: 1 })));
    await useNode(page, node.url);
    await page.goto('/');
    await restoreFirstWallet(page, 'Locked', WORDS.split(' '), 0);
    const goesOn = (on: Page) => on.getByText('Reading goes on');
    await expect(goesOn(page)).toBeVisible({ timeout: limit(5) });
    const { answers: before } = node;
    await frozen(page, () => expect.poll(() => node.answers).toBeGreaterThan(before));
    await expect(goesOn(page)).toBeVisible();

    const again = await context.newPage();
    await killTab(page, again);
    await useNode(again, node.url);
    await again.goto('/');
    await unlock(again);
    await expect.poll(() => read(again), { intervals: [100] }).toBeGreaterThan(0);
    await expect(goesOn(again)).toBeVisible({ timeout: limit(5) });
    // The lock screen stays; what was read meanwhile is there when the wallet is opened.
    await expect(goesOn(again)).toBeHidden({ timeout: limit(30) });
    await unlock(again);
    await expect(again.getByText('Spendable now')).toBeVisible();
  } finally {
    await node.stop();
  }
});
