/** Contacts and several recipients on a real chain; what a native wallet receives decides. */
import { expect, test } from '../../support/app.ts';
import { openNative } from '../../support/native-wallet.ts';
import { getPaid, makeWallet, prepareWallet, spendable, visit } from '../../e2e/journeys.ts';

/** Two addresses with one spend key; among some thousand view keys, two gave the same last characters. */
const KNOWN =
  '42Xrd7QxgZAg4ydJDNh6X2XRMdv8jVaXhQoCgXQZ16MxdnZzhkNCWD7XtxAEhu6Cr564NouyabZcsR7RfSUFLHqK8pneeHg';
const ALIKE =
  '42Xrd7QxgZAg4ydJDNh6X2XRMdv8jVaXhQoCgXQZ16Mxdhnwg98XHUn1HJeKreH5npekS6PaEWrxgfMwbUv5SnFQEAHeeHg';

test('three recipients of a pasted list are paid at once, a contact is named, and an address like it is warned of', async ({
  page,
  devnet,
}) => {
  const native = await openNative(devnet.daemonUrl);
  try {
    const { addresses } = (await native.call('create_address', { account_index: 0, count: 3 })) as {
      readonly addresses: readonly string[];
    };
    const [first = '', second = '', third = ''] = addresses;
    await makeWallet(page, 'Payer');
    await getPaid(page, devnet);

    await visit(page, 'send');
    await page.getByRole('button', { name: 'Paste a list' }).click();
    await page.getByLabel('Recipients').fill(`${first} 1.5 rent\n${second};0.25\n${third},x`);
    await page.getByRole('button', { name: 'Use this list' }).click();
    await expect(page.getByText('Line 3:')).toBeVisible();
    await page.getByLabel('Recipients').fill(`${first} 1.5 rent\n${second};0.25\n${third},0.125`);
    await page.getByRole('button', { name: 'Use this list' }).click();
    await expect(page.getByText('3 recipients', { exact: true })).toBeVisible();

    // The first one becomes a contact while it is paid.
    await page.getByRole('button', { name: 'Save as a contact' }).first().click();
    await page.getByLabel('Name', { exact: true }).fill('Landlady');
    await page.getByRole('button', { name: 'Save the contact' }).click();
    await expect(page.getByText('One of your contacts.')).toBeVisible();

    await page.getByRole('button', { name: 'Check before sending' }).click();
    const sheet = page.getByRole('dialog');
    await expect(sheet.getByText('to Landlady, one of your contacts')).toBeVisible();
    await expect(sheet.locator('[data-address]')).toHaveCount(3);
    await sheet.getByRole('button', { name: 'Send 1.875 XMR' }).click();
    await expect(page.getByRole('heading', { name: 'On its way' })).toBeVisible();
    await expect(page.getByText('to Landlady and 2 more')).toBeVisible();

    await devnet.mine(10);
    await native.call('refresh');
    const { in: arrived } = (await native.call('get_transfers', { in: true })) as {
      readonly in?: readonly { readonly address: string; readonly amount: number }[];
    };
    expect(new Map(arrived?.map(({ address, amount }) => [address, amount]))).toEqual(
      new Map([
        [first, 1.5e12],
        [second, 0.25e12],
        [third, 0.125e12],
      ]),
    );

    await visit(page, 'history');
    await expect(page.getByText('to Landlady and 2 more').first()).toBeVisible();
    await page.getByText('rent', { exact: true }).click();
    await expect(page.getByText('Landlady', { exact: true })).toBeVisible();

    // A contact whose address the new one looks like.
    await visit(page, 'contacts');
    await page.getByRole('button', { name: 'New contact' }).click();
    await page.getByLabel('Name', { exact: true }).fill('Twin');
    await page.getByLabel('Address', { exact: true }).fill(KNOWN);
    await page.getByRole('button', { name: 'Save the contact' }).click();
    await expect(page.getByRole('link', { name: 'Pay Twin' })).toBeVisible();
    await visit(page, 'send');
    await page.getByLabel('To', { exact: true }).fill(ALIKE);
    await expect(page.getByRole('alert').getByText('This is not the address of Twin.')).toBeVisible();
  } finally {
    await native.stop();
  }
});

test('a pasted list of 16 recipients arrives in 16 native wallets, by two transactions', async ({
  page,
  devnet,
}) => {
  const native = await openNative(devnet.daemonUrl);
  try {
    const addresses: string[] = [];
    for (let i = 0; i < 16; i++) {
      await native.call('create_wallet', { filename: `recipient ${i}`, language: 'English' });
      const { address } = await native.call('get_address', { account_index: 0 });
      addresses.push(String(address));
    }
    await makeWallet(page, 'Payer of many');
    // A coin for each transaction.
    await getPaid(page, devnet);
    const given = page.waitForResponse((response) => response.url().endsWith('/faucet'));
    await page.getByRole('button', { name: 'Get test coins' }).click();
    await given;
    await devnet.mine(10);
    await expect.poll(() => spendable(page)).toBe('20');

    await visit(page, 'send');
    await page.getByRole('button', { name: 'Paste a list' }).click();
    const list = addresses.map((address, i) => `${address} 0.1${String(i).padStart(2, '0')}`);
    await page.getByLabel('Recipients').fill(list.join('\n'));
    await page.getByRole('button', { name: 'Use this list' }).click();
    await expect(page.getByText('16 recipients', { exact: true })).toBeVisible();
    await page.getByRole('button', { name: 'Check before sending' }).click();
    const sheet = page.getByRole('dialog');
    await expect(sheet.getByText('This payment needs 2 transactions')).toBeVisible();
    await expect(sheet.locator('[data-address]')).toHaveCount(16);
    await sheet.getByRole('button', { name: 'Send 1.72 XMR' }).click();
    await expect(page.getByRole('heading', { name: 'On its way' })).toBeVisible();
    await expect(page.getByRole('heading', { name: '2 transactions' })).toBeVisible();

    await devnet.mine(10);
    for (const [i, address] of addresses.entries()) {
      await native.call('open_wallet', { filename: `recipient ${i}` });
      await native.call('refresh');
      const { in: arrived } = await native.call('get_transfers', { in: true });
      expect(arrived).toMatchObject([{ address, amount: 100e9 + i * 1e9 }]);
    }
  } finally {
    await native.stop();
  }
});

test('an address or a payment link that is dropped on Send fills the payee, also when it falls on the amount', async ({
  page,
}) => {
  await prepareWallet(page, 'Dropped on');
  /** Drops a text as the browser does it: the field or the page may take it. */
  const drop = (selector: string, text: string): Promise<boolean> =>
    page
      .locator(selector)
      .first()
      .evaluate((target, dropped) => {
        const dataTransfer = new DataTransfer();
        dataTransfer.setData('text/plain', dropped);
        return !target.dispatchEvent(
          new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer }),
        );
      }, text);
  const amount = page.getByLabel('Amount', { exact: true });
  const payee = page.locator('[data-address]').first();

  await visit(page, 'send');
  await amount.fill('1.5');
  expect(await drop('h1', KNOWN)).toBe(true);
  await expect(payee).toHaveAttribute('data-address', KNOWN);
  await expect(amount).toHaveValue('1.5');
  await expect(page).toHaveURL(/#\/send$/);
  await page.getByRole('button', { name: 'Clear the form' }).filter({ visible: true }).click();

  // The amount takes an amount by itself, and no link.
  expect(await drop('input.big', '0.25')).toBe(false);
  expect(await drop('input.big', `monero:${ALIKE}?tx_amount=0.75`)).toBe(true);
  await expect(payee).toHaveAttribute('data-address', ALIKE);
  await expect(amount).toHaveValue('0.75');

  // Another payment is typed: the person chooses.
  expect(await drop('h1', `monero:${KNOWN}?tx_amount=2`)).toBe(true);
  await page.getByRole('button', { name: 'Keep what is typed' }).click();
  await expect(payee).toHaveAttribute('data-address', ALIKE);
});
