/** A payment request on a real node: paid in parts by a native wallet, seen, confirmed, kept over lock and reload. */
import { expect, test } from '../support/app.ts';
import { makeWallet, receiveAddress, unlock, visit } from './journeys.ts';

const XMR = 1_000_000_000_000n;

test('a request goes from open to confirmed with the payments of a native wallet, and survives lock and reload', async ({
  page,
  devnet,
}) => {
  await makeWallet(page, 'Everyday');
  const usual = await receiveAddress(page);
  await page.getByLabel('Ask for an amount').fill('1.5');
  await page.getByRole('button', { name: 'Make a request of this amount' }).click();
  const sheet = page.getByRole('dialog', { name: 'Ask for a payment' });
  await expect(sheet.getByLabel('Amount')).toHaveValue('1.5');
  await sheet.getByLabel('What it is for').fill('Bike = second half');
  await sheet.getByLabel('Message to the payer').fill('Thank you');
  await sheet.getByRole('button', { name: 'Make the request' }).click();

  await expect(page.getByRole('heading', { name: 'Payment request' })).toBeVisible();
  await expect(page.getByText('Nothing has come in yet')).toBeVisible();
  const address = (await page.locator('[data-address]').first().getAttribute('data-address'))!;
  expect(address).not.toBe(usual);
  // No other payer gets this address.
  expect(await receiveAddress(page)).toBe(usual);
  await visit(page, 'requests');
  await page.getByRole('link', { name: /Bike = second half/ }).click();

  await page.getByRole('button', { name: 'Show large' }).click();
  const large = page.getByRole('dialog', { name: 'Code for the payer' });
  await expect(large.getByText('Please pay 1.5')).toBeVisible();
  await expect(large.getByText('Waiting for a payment')).toBeVisible();

  // A part, seen in the large code.
  await devnet.faucet(address, XMR);
  await expect(large.getByText('Paid in part')).toBeVisible();
  await large.getByRole('button', { name: 'Close' }).click();
  await expect(page.getByText('is missing')).toBeVisible();

  // The rest, in the pool, then in a block.
  await devnet.mine(10);
  await devnet.faucet(address, XMR / 2n);
  await expect(page.getByText('waits for a block')).toBeVisible();
  await devnet.mine(1);
  await expect(page.getByText('1 of 10 blocks').first()).toBeVisible();

  await visit(page, 'settings');
  await page.getByRole('button', { name: 'Lock now' }).click();
  await unlock(page);
  await expect(page.getByRole('button', { name: 'Lock now' })).toBeVisible();
  await visit(page, 'requests');
  await expect(page.getByRole('link', { name: /Bike = second half/ })).toContainText('Paid, 1 of 10 blocks');

  await page.reload();
  await unlock(page);
  await visit(page, 'requests');
  await page.getByRole('link', { name: /Bike = second half/ }).click();
  await devnet.mine(9);
  await expect(page.getByText('This request is paid')).toBeVisible();
  await visit(page, 'requests');
  await expect(page.getByText('No request waits for a payment.')).toBeVisible();
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByRole('link', { name: /Bike = second half/ })).toContainText('Paid');
});
