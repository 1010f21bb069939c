/** Coins on the page: a frozen one is not spent, and a payment spends exactly the chosen one. */
import { expect, test, type Devnet } from '../../support/app.ts';
import { getPaid, makeWallet, receiveAddress, spendable, visit } from '../../e2e/journeys.ts';
import { ask, recordMessages } from '../../e2e/messages.ts';

const PAYEE =
  '49PtGejUr1wEh43idmGvbBCKr6WeeefSrf4hM89rvEcj8iDaDDkDegvUKBSHekqqVNN4Nywr2g8DTh27Z8qk51986G8Bszv';
const XMR = 1_000_000_000_000n;

/** Key images that a transaction of the chain or the pool spends, by monerod. */
const spentBy = async ({ daemonUrl }: Devnet, txid: string): Promise<string[]> => {
  const response = await fetch(`${daemonUrl}/get_transactions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ txs_hashes: [txid], decode_as_json: true }),
  });
  const { txs = [] } = (await response.json()) as { txs?: { as_json: string }[] };
  const { vin } = JSON.parse(txs[0]!.as_json) as { vin: { key: { k_image: string } }[] };
  return vin.map(({ key }) => key.k_image);
};

test('a frozen coin is not spendable until it is thawed, and a payment spends exactly the chosen coin', async ({
  page,
  context,
  devnet,
}) => {
  await recordMessages(context);
  await makeWallet(page, 'Coins');
  await getPaid(page, devnet);
  // The faucet pays in four equal parts.
  await devnet.faucet(await receiveAddress(page), 4n * XMR);
  await devnet.mine(10);
  await expect.poll(() => spendable(page)).toBe('14');

  await visit(page, 'coins');
  await page.getByRole('button', { name: 'Freeze the coin of 1.00 XMR' }).first().click();
  await expect(page.getByText('Coin frozen')).toBeVisible();
  await expect(page.getByText('Frozen', { exact: true })).toHaveCount(2);
  await expect.poll(() => spendable(page)).toBe('13');

  await visit(page, 'send');
  await page.getByRole('button', { name: /^Choose coins/ }).click();
  await expect(page.getByRole('checkbox', { name: /^1\.00 XMR.*Frozen/ })).toBeDisabled();
  await page.keyboard.press('Escape');

  await visit(page, 'coins');
  await page.getByRole('button', { name: 'Thaw the coin of 1.00 XMR' }).click();
  await expect(page.getByText('Coin thawed')).toBeVisible();
  await expect.poll(() => spendable(page)).toBe('14');

  const { coins = [] } = (await ask(page, 'x_coins')) as { coins?: { amount: number; key_image: string }[] };
  const large = coins
    .filter(({ amount }) => BigInt(amount) === (5n * XMR) / 2n)
    .map((coin) => coin.key_image);
  await visit(page, 'send');
  await page.getByLabel('To', { exact: true }).fill(PAYEE);
  await page.getByLabel('Amount').fill('5');
  await page.getByRole('button', { name: /^Choose coins/ }).click();
  await page
    .getByRole('checkbox', { name: /^2\.50 XMR/ })
    .first()
    .check();
  await page.getByRole('button', { name: 'Use these coins' }).click();
  await expect(page.getByText(/The coins that you chose hold 2\.50/)).toBeVisible();
  await page.getByLabel('Amount').fill('1.25');
  await page.getByRole('button', { name: 'Check before sending' }).click();
  await page.getByRole('button', { name: 'Send 1.25 XMR' }).click();
  await expect(page.getByRole('heading', { name: 'On its way' })).toBeVisible();

  const { pending = [] } = (await ask(page, 'get_transfers', { pending: true })) as {
    pending?: { txid: string }[];
  };
  expect(pending).toHaveLength(1);
  await devnet.mine(1);
  const spent = await spentBy(devnet, pending[0]!.txid);
  expect(spent).toHaveLength(1);
  expect(large).toContain(spent[0]);
});
