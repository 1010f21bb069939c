/**
 * New consensus rules, as a person meets them: a server in front of the devnet's daemon shows its blocks in the layouts
 * planned for versions 17 and 18 (tests/support/later-node.ts). Home announces the change, keeps the balance with its
 * block, and takes payments as long as the network does.
 */
import { expect, test } from '../../support/app.ts';
import { startLaterNode } from '../../support/later-node.ts';
import {
  getPaid,
  makeWallet,
  PASSWORD,
  pay,
  receiveAddress,
  review,
  spendable,
  visit,
} from '../../e2e/journeys.ts';

const PAYEE =
  '49PtGejUr1wEh43idmGvbBCKr6WeeefSrf4hM89rvEcj8iDaDDkDegvUKBSHekqqVNN4Nywr2g8DTh27Z8qk51986G8Bszv';

test('the rules of Monero change: announced, then reached, then payments need an update', async ({
  page,
  devnet,
}) => {
  const { daemonUrl: url, height, daemon } = devnet;
  await using node = await startLaterNode({ url, height, daemon });
  const host = node.url.slice('http://'.length);
  await makeWallet(page, 'Patient');
  await getPaid(page, devnet);

  await test.step('Home names the node and the block weeks ahead', async () => {
    node.forks = { 17: (await height()) + 1000, 18: Infinity };
    await visit(page, 'nodes');
    await page.getByRole('button', { name: 'Add a node' }).click();
    await page.getByLabel('Address of the node').fill(node.url);
    await page.getByLabel('Read from this node first').check();
    await page.getByRole('button', { name: 'Add this node' }).click();
    await expect(page.getByRole('heading', { name: host })).toBeVisible();
    await visit(page, '');
    await expect(page.getByText(`${host} says that Monero’s rules change at block`)).toBeVisible();
  });
  const fork = await height();
  await test.step('at version 17 the balance stays with its block, and the wallet relays a payment', async () => {
    node.forks = { 17: fork, 18: fork + 500 };
    await devnet.mine(3);
    const shown = fork.toLocaleString('en');
    await expect(page.getByText(`Monero has new rules since block ${shown}`)).toBeVisible();
    await expect(page.getByText('Update needed')).toBeVisible();
    await expect(
      page.getByText(`still be sent until block ${(fork + 500).toLocaleString('en')}`),
    ).toBeVisible();
    await expect.poll(() => spendable(page)).toBe('10');
    await pay(page, PAYEE, '1.00');
    const waiting = async (): Promise<readonly string[]> => {
      const response = await fetch(`${url}/get_transaction_pool_hashes`, { method: 'POST', body: '{}' });
      return ((await response.json()) as { tx_hashes?: string[] }).tx_hashes ?? [];
    };
    await expect.poll(waiting).toHaveLength(1);
    await devnet.mine(1);
  });
  await test.step('at version 18 Send is closed; receiving, words and settings stay open', async () => {
    node.forks = { 17: fork, 18: await height() };
    await devnet.mine(1);
    // The wallet looks again every five minutes, and when it is opened.
    await visit(page, 'settings');
    await page.getByRole('button', { name: 'Lock now' }).click();
    await page.getByLabel('Password for this device', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Open', exact: true }).click();
    await visit(page, '');
    await expect(page.getByText('Send opens when Ostro is updated.')).toBeVisible();
    expect(await receiveAddress(page)).toMatch(/^[48]/);
  });
  await test.step('another node that follows the old rules ends it', async () => {
    await visit(page, 'nodes');
    await page.getByRole('button', { name: `Remove ${host}` }).click();
    await page.getByRole('button', { name: 'Remove this node' }).click();
    await visit(page, '');
    await expect(page.getByText('Monero has new rules since')).toHaveCount(0);
    await devnet.mine(10);
    await expect.poll(async () => Number(await spendable(page))).toBeGreaterThan(8.9);
    await review(page, PAYEE, '1');
    await expect(page.getByRole('button', { name: 'Send 1.00 XMR' })).toBeVisible();
  });
});
