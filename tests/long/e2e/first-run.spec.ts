/**
 * The first minute on the hosted page, outside the private devnet, as a newcomer has it: from the words to reading in two presses, and
 * nothing is red before. The extension's and the command's are in extension.spec.ts and command.spec.ts.
 */
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { projectRoot } from '../../../scripts/tools/setup/setup.mjs';
import { serveFolder } from '../../../src/server/http/serve-folder.ts';
import { makeFirstWallet, receiveAddress, spendable, visit } from '../../e2e/journeys.ts';
import { expect, test } from '../../support/app.ts';
import { countPresses } from '../../support/presses.ts';

// The node's usual port is answered by the test, which does not see the requests of a service worker.
test.use({ serviceWorkers: 'block' });

const USUAL = 'http://127.0.0.1:18081/';
const nothingRed = async (page: Page): Promise<void> => {
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expect(page.locator('.note.bad, .verdict.bad, [aria-invalid="true"]')).toHaveCount(0);
};

test('a newcomer of the hosted page reads two presses after the words, with a node of this computer, and sees nothing red before', async ({
  page,
  context,
  devnet,
}) => {
  const site = await serveFolder({ root: join(projectRoot, 'dist') });
  const asked: string[] = [];
  context.on('request', (request) => {
    if (!request.url().startsWith(site.url)) asked.push(new URL(request.url()).origin);
  });
  try {
    await context.route(`${USUAL}**`, (route) =>
      route.continue({ url: route.request().url().replace(USUAL, `${devnet.daemonUrl}/`) }),
    );
    await page.goto(site.url);
    await nothingRed(page);
    await makeFirstWallet(page, 'Everyday');
    await expect(page.getByRole('heading', { name: 'Choose a node' })).toBeVisible();
    await nothingRed(page);
    await test.step('who leaves that for later is told so calmly on each screen', async () => {
      await page.getByRole('link', { name: 'Later' }).click();
      await expect(page.getByText('No node is chosen.')).toBeVisible();
      for (const screen of ['', 'receive', 'send', 'history', 'settings', 'nodes']) {
        await visit(page, screen);
        await expect(page.locator('h1').first()).toBeAttached();
        await nothingRed(page);
      }
      await expect(page.getByText('payments arrive all the same')).toHaveCount(0);
    });
    // Nothing is asked before a press.
    expect(asked).toEqual([]);
    await visit(page, 'first-node');
    const presses = await countPresses(page);
    await page.getByRole('button', { name: 'Look on this computer' }).click();
    await page.getByRole('button', { name: '127.0.0.1:18081' }).click();
    await expect(page.getByText('Spendable now')).toBeVisible();
    await expect(page.getByText('Up to date')).toBeVisible();
    expect(await presses()).toBe(2);
    await nothingRed(page);
    expect([...new Set(asked)].sort()).toEqual(['http://127.0.0.1:18081', 'http://127.0.0.1:18089']);
    const address = await receiveAddress(page);
    await devnet.faucet(address);
    await devnet.mine(11);
    await expect.poll(() => spendable(page)).toBe('10');
  } finally {
    await site.stop();
  }
});
