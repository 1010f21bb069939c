/**
 * A payment that the node dropped, as a person meets it half an hour later: Home and its page say so, it is sent again, or
 * given up and paid anew. monerod judges: it takes the payment again, and after the new one it refuses the first.
 */
import { expect, test, type Devnet } from '../../support/app.ts';
import { getPaid, makeWallet, pay, spendable, visit } from '../../e2e/journeys.ts';

const PAYEE =
  '49PtGejUr1wEh43idmGvbBCKr6WeeefSrf4hM89rvEcj8iDaDDkDegvUKBSHekqqVNN4Nywr2g8DTh27Z8qk51986G8Bszv';
const LATER_MS = 45 * 60_000;
const SENDING = /send_?raw_?transaction/;

/** Calls monerod by a path; its answer. */
const ask = async ({ daemonUrl }: Devnet, path: string, params: object): Promise<Record<string, unknown>> => {
  const response = await fetch(`${daemonUrl}/${path}`, { method: 'POST', body: JSON.stringify(params) });
  return (await response.json()) as Record<string, unknown>;
};
/** The transactions in the node's pool: ids and bytes in hex. */
const poolOf = async (devnet: Devnet): Promise<{ id_hash: string; tx_blob: string }[]> =>
  ((await ask(devnet, 'get_transaction_pool', {}))['transactions'] ?? []) as never;

test('a payment that the node dropped is told of, sent again, and given up without paying twice', async ({
  page,
  context,
  devnet,
}) => {
  await makeWallet(page, 'Patient');
  await getPaid(page, devnet);
  await pay(page, PAYEE, '1.25');
  await expect.poll(async () => (await poolOf(devnet)).length).toBe(1);
  const [first] = await poolOf(devnet);
  await page.clock.setSystemTime(Date.now() + LATER_MS);

  await test.step('Home tells how long it has waited', async () => {
    await visit(page, '');
    await expect(page.getByText(/has waited for 45 minutes/)).toBeVisible();
    await expect(page.getByText('No block has taken it yet.')).toBeVisible();
    await page.getByRole('link', { name: 'What to do' }).click();
    await expect(page.getByText(/The node has it, but no block has taken it yet/)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Give it up …' })).toBeHidden();
  });
  await test.step('the node drops it, and takes it again', async () => {
    await devnet.daemon('flush_txpool', {});
    await expect(page.getByText(/The node does not show it/)).toBeVisible();
    await page.getByRole('button', { name: 'Send it to the node again' }).click();
    await expect(page.getByText('The node has it again')).toBeVisible();
    await expect.poll(async () => (await poolOf(devnet)).map((tx) => tx.id_hash)).toEqual([first!.id_hash]);
  });
  await test.step('the node drops it and is not reached with it: it is given up', async () => {
    await context.route(SENDING, (route) => route.abort());
    await devnet.daemon('flush_txpool', {});
    await page.getByRole('button', { name: 'Give it up …' }).click();
    await expect(page.getByText(/but a block may still take this payment/)).toBeVisible();
    await page.getByRole('button', { name: 'Give it up', exact: true }).click();
    await expect(page.getByText('This payment failed.')).toBeVisible();
    await context.unroute(SENDING);
    await expect.poll(() => spendable(page)).toBe('10');
  });
  await test.step('the same recipient is paid anew, and the first payment cannot be mined any more', async () => {
    await page.getByRole('link', { name: /Not sent/ }).click();
    await page.getByRole('button', { name: 'Send again' }).click();
    await page.getByRole('button', { name: 'Check before sending' }).click();
    await page.getByRole('button', { name: 'Send 1.25 XMR' }).click();
    await expect(page.getByRole('heading', { name: 'On its way' })).toBeVisible();
    const verdict = await ask(devnet, 'send_raw_transaction', { tx_as_hex: first!.tx_blob });
    expect(verdict).toMatchObject({ double_spend: true });
    await devnet.mine(10);
    await expect.poll(() => spendable(page)).toMatch(/^8\.7/);
  });
});
