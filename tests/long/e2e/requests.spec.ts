/**
 * A payment request on a real node: paid in parts by a native wallet, seen, confirmed. In each state it survives that the
 * browser is killed, the wallet locked, or the page loaded again.
 */
import { expect, test } from '../../support/app.ts';
import { openDevice } from '../../support/device.ts';
import { makeWallet, PASSWORD, receiveAddress, visit } from '../../e2e/journeys.ts';

const XMR = 1_000_000_000_000n;
const NAME = /Bike = second half/;

test('a request goes from open to confirmed with native payments; kill, lock and reload change no state', async ({
  devnet,
  appUrl,
}) => {
  const device = await openDevice(appUrl, PASSWORD);
  /** The row of the request in the list. */
  const row = async () => {
    await visit(device.page, 'requests');
    // The screen before it may list payments with the same name.
    await expect(device.page.getByRole('heading', { name: 'Payment requests', level: 1 })).toBeVisible();
    return device.page.getByRole('link', { name: NAME });
  };
  try {
    await makeWallet(device.page, 'Everyday');
    const usual = await receiveAddress(device.page);
    await device.page.getByLabel('Ask for an amount').fill('1.5');
    await device.page.getByRole('button', { name: 'Make a payment request' }).click();
    const sheet = device.page.getByRole('dialog', { name: 'Ask for a payment' });
    await expect(sheet.getByLabel('Amount')).toHaveValue('1.5');
    await sheet.getByLabel('What it is for').fill('Bike = second half');
    await sheet.getByLabel('Message to the payer').fill('Thank you');
    await sheet.getByRole('button', { name: 'Make the request' }).click();

    await expect(device.page.getByRole('heading', { name: 'Payment request' })).toBeVisible();
    await expect(device.page.getByText('Nothing has come in yet')).toBeVisible();
    const shown = device.page.locator('[data-address]').first();
    const address = (await shown.getAttribute('data-address'))!;
    expect(address).not.toBe(usual);
    // No other payer gets this address.
    await expect.poll(() => receiveAddress(device.page)).toBe(usual);

    await test.step('open: the browser is killed', async () => {
      await device.disturb('kill');
      await expect(await row()).toContainText('Waiting for a payment');
      await (await row()).click();
      await device.page.getByRole('button', { name: 'Show large' }).click();
    });
    await test.step('a part comes in: the browser is killed again', async () => {
      const large = device.page.getByRole('dialog', { name: 'Code for the payer' });
      await expect(large.getByText('Please pay 1.5')).toBeVisible();
      await expect(large.getByText('Waiting for a payment')).toBeVisible();
      await devnet.faucet(address, XMR);
      await expect(large.getByText('Paid in part')).toBeVisible();
      await device.disturb('kill');
      await expect(await row()).toContainText('Paid in part');
      await devnet.mine(10);
      await (await row()).click();
      await expect(device.page.getByText('is missing')).toBeVisible();
      await device.disturb('reload');
      await expect(await row()).toContainText('Paid in part');
    });
    await test.step('the rest comes in, not in a block yet: the wallet is locked', async () => {
      await devnet.faucet(address, XMR / 2n);
      await expect(await row()).toContainText('Paid, not in a block yet');
      await device.disturb('lock');
      await expect(await row()).toContainText('Paid, not in a block yet');
    });
    await test.step('in a block: the page is loaded again, and the browser is killed', async () => {
      await devnet.mine(1);
      await expect(await row()).toContainText('Paid, 1 of 10 blocks');
      for (const how of ['reload', 'kill'] as const) {
        await device.disturb(how);
        await expect(await row()).toContainText('Paid, 1 of 10 blocks');
      }
    });
    await test.step('after ten blocks it is paid, also after a kill', async () => {
      await (await row()).click();
      await devnet.mine(9);
      await expect(device.page.getByText('This request is paid')).toBeVisible();
      await device.disturb('kill');
      await visit(device.page, 'requests');
      await expect(device.page.getByText('No request waits for a payment.')).toBeVisible();
      await device.page.getByRole('button', { name: 'Done' }).click();
      await expect(device.page.getByRole('link', { name: NAME })).toContainText('Paid');
    });
  } finally {
    await device.close();
  }
});
