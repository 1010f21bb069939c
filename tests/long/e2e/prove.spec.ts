/** Proofs in real browsers: made on a payment's page, opened from a link without a wallet; texts signed on both sides. */
import type { Page } from '@playwright/test';
import { expect, test } from '../../support/app.ts';
import { startOfflineWallet } from '../../support/offline-wallet.ts';
import { getPaid, makeWallet, pay, visit } from '../../e2e/journeys.ts';

const PAYEE =
  '49PtGejUr1wEh43idmGvbBCKr6WeeefSrf4hM89rvEcj8iDaDDkDegvUKBSHekqqVNN4Nywr2g8DTh27Z8qk51986G8Bszv';
const MESSAGE = 'Order 4711 / 100 % “paid”';

/** The page may write to the clipboard but not read it, so the test records what it writes. */
const recordCopies = async (page: Page): Promise<void> => {
  await page.addInitScript(() => {
    navigator.clipboard.writeText = (text) => {
      document.documentElement.dataset['copied'] = text;
      return Promise.resolve();
    };
  });
};
const copied = async (page: Page, button: string): Promise<string> => {
  await page.getByRole('button', { name: button, exact: true }).click();
  return (await page.locator('html').getAttribute('data-copied')) ?? '';
};
const check = (page: Page): Promise<void> => page.getByRole('button', { name: 'Check', exact: true }).click();

test('a payment is proved from its page, and its link opened in another browser without a wallet', async ({
  page,
  devnet,
  browser,
}) => {
  await recordCopies(page);
  await makeWallet(page, 'Everyday');
  await getPaid(page, devnet);
  await pay(page, PAYEE, '1.25');
  await devnet.mine(3);
  await visit(page, 'history');
  await page.getByRole('link').filter({ hasText: '−1.25' }).first().click();
  await page.getByRole('link', { name: 'Prove this payment' }).click();
  await page.getByLabel('Message, if you want one').fill(MESSAGE);
  await page.getByRole('button', { name: 'Make the proof' }).click();
  await expect(page.getByRole('heading', { name: 'The proof is made' })).toBeVisible();
  await expect(page.getByRole('img', { name: 'Code with the proof' })).toBeVisible();
  const link = await copied(page, 'Copy the link');
  expect(link).toMatch(/#\/check\/tx=[0-9a-f]{64}\/address=/);

  const elsewhere = await browser.newContext();
  const other = await elsewhere.newPage();
  await other.goto(link);
  await expect(other.getByLabel('Message')).toHaveValue(MESSAGE);
  // What is proved does not stay in the addresses that the browser stores.
  await expect(other).toHaveURL(/#\/check$/);
  await check(other);
  await expect(other.getByText('the address got this amount')).toBeVisible();
  await expect(other.locator('data.amt.hero')).toHaveAttribute('value', '1.25');
  await expect(other.getByText('3 of 10 blocks')).toBeVisible();

  // One changed character, and another message.
  await other.getByRole('button', { name: 'Check another one' }).click();
  const proof = /OutProofV2\w+/.exec(link)![0];
  const changed = proof.slice(0, 60) + (proof[60] === '2' ? '3' : '2') + proof.slice(61);
  for (const wrong of [link.replace(proof, changed), link.replace('4711', '4712')]) {
    await other.getByLabel('Proof, payment key or signature').fill(wrong);
    await check(other);
    await expect(other.getByText('This proof is not valid.')).toBeVisible();
  }
  await other.getByLabel('Message').fill(MESSAGE);
  await check(other);
  await expect(other.getByText('the address got this amount')).toBeVisible();
  await elsewhere.close();

  // The same transaction: who made it.
  await visit(page, 'history');
  await page.getByRole('link').filter({ hasText: '−1.25' }).first().click();
  await page.getByRole('link', { name: 'Prove that you made it' }).click();
  await page.getByRole('button', { name: 'Make the proof' }).click();
  await expect(page.getByRole('heading', { name: 'The proof is made' })).toBeVisible();
  const made = await copied(page, 'Copy all');
  await visit(page, 'check');
  await page.getByLabel('Proof, payment key or signature').fill(made);
  await check(page);
  await expect(page.getByText('its maker made this transfer')).toBeVisible();

  // All of the wallet's money.
  await visit(page, 'prove/money');
  await page.getByRole('button', { name: 'Make the proof' }).click();
  await expect(page.getByRole('heading', { name: 'The proof is made' })).toBeVisible();
  const reserve = await copied(page, 'Copy all');
  await visit(page, 'check');
  await page.getByRole('button', { name: 'Check another one' }).click();
  await page.getByLabel('Proof, payment key or signature').fill(reserve);
  await check(page);
  await expect(page.locator('data.amt.hero')).toHaveAttribute('value', /^8\.7/);
});

test('a text signed on the page is verified by monero-wallet-rpc, and the other way round', async ({
  page,
}) => {
  const native = await startOfflineWallet();
  try {
    await native.call('create_wallet', { filename: 'native', password: '', language: 'English' });
    await recordCopies(page);
    await makeWallet(page, 'Everyday');
    const data = 'I sell the red bicycle.\n\nBerlin – für Mara';
    await visit(page, 'prove/text');
    await page.getByLabel('Text', { exact: true }).fill(data);
    await page.getByRole('button', { name: 'Sign', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'The signature is made' })).toBeVisible();
    const signature = await copied(page, 'Copy the signature');
    const signer = await page.locator('[data-address]').first().getAttribute('data-address');
    expect(signer).not.toBeNull();
    expect(await native.call('verify', { data, address: signer, signature })).toMatchObject({
      good: true,
      signature_type: 'spend',
    });

    const theirs = await native.call<{ signature: string }>('sign', { data, signature_type: 'view' });
    const { address: their } = await native.call<{ address: string }>('get_address', { account_index: 0 });
    await visit(page, 'check');
    await page.getByLabel('Proof, payment key or signature').fill(theirs.signature);
    await page.getByLabel('Address of the signer').fill(their);
    await page.getByLabel('Signed text').fill(data);
    await check(page);
    await expect(page.getByText('the owner of the address signed this text')).toBeVisible();
    await expect(page.getByText(/signed with the viewing key/)).toBeVisible();
    await page.getByRole('button', { name: 'Back' }).click();
    await page.getByLabel('Signed text').fill(data.replace('red', 'blue'));
    await check(page);
    await expect(page.getByText('This signature is not valid.')).toBeVisible();
  } finally {
    await native.stop();
  }
});
