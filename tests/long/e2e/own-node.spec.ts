/** The own node and the explorer in a real browser on a real node. Its screens are looked at on a phone and on a desktop. */
import type { Page } from '@playwright/test';
import { expect, test, type Devnet } from '../../support/app.ts';
import { getPaid, makeWallet, visit } from '../../e2e/journeys.ts';
import { openSetting } from '../../support/open-setting.ts';

const open = async (page: Page, row: RegExp): Promise<void> => {
  await page.getByRole('button', { name: row }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
};
const close = async (page: Page): Promise<void> => {
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
};
/** Presses a command, reads the sentence that names its effect, and confirms. */
const confirm = async (page: Page, label: string, sentence: RegExp, button: string): Promise<void> => {
  const sheet = page.getByRole('dialog');
  await sheet.getByRole('button', { name: label, exact: true }).click();
  await expect(sheet.getByText(sentence)).toBeFocused();
  await sheet.getByRole('button', { name: button, exact: true }).click();
};
const bansOf = async (devnet: Devnet): Promise<number> =>
  ((await devnet.daemon('get_bans'))['bans'] as unknown[] | undefined)?.length ?? 0;

test('a person looks at their own node, and each command says what it does and does it', async ({
  page,
  devnet,
}) => {
  await makeWallet(page, 'Everyday');
  await getPaid(page, devnet);
  await visit(page, 'nodes');
  await page.getByRole('link', { name: /^Manage / }).click();
  await expect(page.getByText('a private test network')).toBeVisible();

  await open(page, /^Banned nodes/);
  await page.getByLabel('Address or subnet').fill('203.0.113.9');
  await confirm(page, 'Ban it', /does not talk to it for a day/, 'Ban it');
  await expect(page.getByText('203.0.113.9 is banned for a day.')).toBeVisible();
  expect(await bansOf(devnet)).toBe(1);
  await confirm(page, 'Let 203.0.113.9 in', /talks to 203.0.113.9 again/, 'Let it in');
  await expect(page.getByText('No node is banned.')).toBeVisible();
  expect(await bansOf(devnet)).toBe(0);
  await page.getByLabel('Address or subnet').fill('nobody');
  await confirm(page, 'Ban it', /does not talk to it/, 'Ban it');
  await expect(page.getByText('The node did not do this.')).toBeVisible();
  await close(page);

  const height = await devnet.height();
  await open(page, /^Database/);
  await page.getByLabel('Newest blocks to remove').fill('0');
  await page.getByRole('button', { name: 'Remove them' }).click();
  await expect(page.getByRole('alert')).toContainText('Enter a number from 1');
  await page.getByLabel('Newest blocks to remove').fill('3');
  await confirm(page, 'Remove them', /Removes the newest 3 blocks from the node’s database/, 'Remove them');
  await expect(page.getByText(/The blocks are removed/)).toBeVisible();
  expect(await devnet.height()).toBe(height - 3);
  await confirm(page, 'Save it now', /writes its memory/, 'Save it');
  await expect(page.getByText('The database is on the disk.')).toBeVisible();
  await close(page);
  await devnet.mine(3);

  await open(page, /^Limits/);
  await page.getByLabel('Sends at most').fill('321');
  await confirm(page, 'Set these limits', /sends at most 321 kB.s/, 'Set them');
  await expect(page.getByText('The limits are set.')).toBeVisible();
  await close(page);
  await expect(page.getByRole('button', { name: /^Limits .*, 321 out/ })).toBeVisible();

  for (const [row, seen] of [
    [/^Other nodes/, 'Connections that it made'],
    [/^Rules and other chains/, 'Other chains'],
    [/^Mining/, 'Threads'],
    [/^Log/, 'Categories'],
    [/^Stop the node/, 'saves its chain and ends'],
  ] as const) {
    await open(page, row);
    await expect(page.getByRole('dialog').getByText(seen).first()).toBeVisible();
    await close(page);
  }
  await open(page, /^Stop the node/);
  await page.getByRole('dialog').getByRole('button', { name: 'Stop the node' }).click();
  await page.getByRole('button', { name: 'Leave it' }).click();
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Stop the node' })).toBeFocused();
});

test('a person looks up a block and a transaction, sees what is theirs, and reads first what the node learns', async ({
  page,
  devnet,
}) => {
  await makeWallet(page, 'Everyday');
  await getPaid(page, devnet);
  const questions: string[] = [];
  page.on('request', (request) => questions.push(request.url()));
  const height = await devnet.height();
  await visit(page, 'settings');
  await openSetting(page, 'Look up blocks and transactions');
  await expect(page.getByRole('heading', { name: 'Waiting for a block' })).toBeVisible();
  await expect(page.getByText(/^No transaction waits/)).toBeVisible();

  const number = page.getByLabel('Block number, hash or transaction ID');
  await number.fill('not a block');
  await page.getByRole('button', { name: 'Show the block' }).click();
  await expect(page.getByRole('alert')).toContainText('A block has a number');
  await number.fill('99999999');
  await page.getByRole('button', { name: 'Show the block' }).click();
  await expect(page.getByText('The node knows no block 99999999.')).toBeVisible();
  // The payment is in the first of the ten blocks that getPaid mined.
  await number.fill(String(height - 10));
  await page.getByRole('button', { name: 'Show the block' }).click();
  await expect(page.getByText('Paid to its miner')).toBeVisible();

  await page.getByRole('button', { name: /Yours/ }).click();
  await expect(page.getByText(/learns which transaction you ask for/)).toBeVisible();
  expect(questions.filter((url) => url.endsWith('/get_transactions'))).toEqual([]);
  await page.getByRole('button', { name: 'Ask for this transaction' }).click();
  await expect(page.getByText('Came to you')).toBeVisible();
  await expect(page.getByText('10 confirmations')).toBeVisible();
  expect(page.url()).not.toMatch(/[0-9a-f]{64}/);
  await page.getByRole('link', { name: 'Show it in History' }).click();
  await expect(page.getByText('Transaction ID')).toBeVisible();
});
