/**
 * Cold signing and a wallet of two of three, from set-up to mined payments, on a real node. Every single step is once followed
 * by a reload, once by a lock and once by a kill of the browser.
 */
import type { Page } from '@playwright/test';
import { expect, test, type Devnet } from '../../support/app.ts';
import { openDevice, type Device, type Disturbance } from '../../support/device.ts';
import { makeWallet, PASSWORD, receiveAddress, review, spendable, visit } from '../../e2e/journeys.ts';
import { openSetting } from '../../support/open-setting.ts';

const PAYEE =
  '49PtGejUr1wEh43idmGvbBCKr6WeeefSrf4hM89rvEcj8iDaDDkDegvUKBSHekqqVNN4Nywr2g8DTh27Z8qk51986G8Bszv';

interface Step {
  readonly name: string;
  readonly on: Device;
  readonly run: (page: Page) => Promise<void>;
}
const DISTURBANCES: readonly Disturbance[] = ['reload', 'lock', 'kill'];

// Both workers take one.
test.describe.configure({ mode: 'parallel' });

const play = async (
  steps: readonly Step[],
  disturbance: Disturbance | ((on: Device) => Disturbance),
): Promise<void> => {
  for (const { name, on, run } of steps) {
    const how = typeof disturbance === 'string' ? disturbance : disturbance(on);
    await test.step(`${name}, then ${how}`, async () => {
      await run(on.page);
      await on.disturb(how);
    });
  }
};
const copy = async (device: Device): Promise<string> => {
  await device.page.getByRole('button', { name: 'Copy as text' }).click();
  await expect(device.page.getByText('Text copied')).toBeVisible();
  return device.copied();
};
const read = async (page: Page, action: string, text: string): Promise<void> => {
  await page.getByRole('button', { name: action }).click();
  await page.getByText('Paste a text').click();
  await page.getByLabel('Text from the other device').fill(text);
  await page.getByRole('button', { name: 'Use this text' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
};
/** The first message among signers is shown again only with the password. */
const showFirst = async (page: Page): Promise<void> => {
  const show = page.getByRole('button', { name: 'Show my message' });
  await expect(show.or(page.getByRole('button', { name: 'Copy as text' }))).toBeVisible();
  if (!(await show.isVisible())) return;
  await page.getByLabel('Password for this device', { exact: true }).fill(PASSWORD);
  await show.click();
};
const fund = async (devnet: Devnet, address: string, amounts: readonly bigint[]): Promise<void> => {
  for (const amount of amounts) await devnet.faucet(address, amount);
  await devnet.mine(10);
};
const XMR = 1_000_000_000_000n;

test('cold signing continues after a reload, a lock and a kill at every step', async ({ devnet, appUrl }) => {
  const cold = await openDevice(appUrl, PASSWORD);
  const watch = await openDevice(appUrl, PASSWORD);
  try {
    await makeWallet(cold.page, 'Savings');
    const address = await receiveAddress(cold.page);
    await visit(cold.page, 'settings');
    await openSetting(cold.page, 'Viewing key for a watching wallet');
    await cold.page.getByLabel('Password for this device', { exact: true }).fill(PASSWORD);
    await cold.page.getByRole('button', { name: 'Show the viewing key' }).click();
    await cold.page.getByText('Copy all as a link').click();
    const pairing = await cold.copied();
    await cold.page.keyboard.press('Escape');
    await openSetting(cold.page, 'Sign without a network');
    await cold.page.getByLabel('Password for this device', { exact: true }).fill(PASSWORD);
    await cold.page.getByRole('button', { name: 'Keep this wallet offline' }).click();
    await expect(cold.page.getByText('How it works')).toBeVisible();

    const key = /view_key=([0-9a-f]{64})/.exec(pairing)![1]!;
    await watch.page.goto('/');
    await watch.page.getByText('Watch a wallet').click();
    await watch.page.getByLabel('First address of the wallet').fill(address);
    await watch.page.getByLabel(/viewing key/i).fill(key);
    await watch.page.getByText('A block', { exact: true }).click();
    await watch.page.getByLabel('Start from block').fill('0');
    await watch.page.getByLabel('Name of the wallet').fill('Savings, watched');
    await watch.page.getByLabel('Password for this device', { exact: true }).fill(PASSWORD);
    await watch.page.getByLabel('Repeat the password', { exact: true }).fill(PASSWORD);
    await watch.page.getByRole('button', { name: 'Watch this wallet' }).click();
    await expect(watch.page.getByText('Spendable now')).toBeVisible();
    await fund(devnet, address, [3n * XMR]);

    let carried = '';
    const signing = (page: Page) => visit(page, 'signing');
    /** From coins to a payment that is on its way; `all`: no less than the coins together. */
    const payment = (all: number): readonly Step[] => [
      {
        name: 'the watching device shows its coins',
        on: watch,
        run: async (page) => {
          await expect.poll(async () => Number(await spendable(page))).toBeGreaterThan(all - 1);
          await signing(page);
          // Coins that arrived after an exchange need no other one.
          await page
            .getByRole('button', { name: /^Show (?:\d+ coins|all coins again)$/ })
            .first()
            .click();
          carried = await copy(watch);
        },
      },
      {
        name: 'the signing device reads them and shows key images',
        on: cold,
        run: async (page) => {
          await visit(page, '');
          await read(page, 'Read from the watching device', carried);
          await expect(page.getByText(/new coins imported/)).toBeVisible();
          carried = await copy(cold);
        },
      },
      {
        name: 'the watching device reads the key images',
        on: watch,
        run: async (page) => {
          await signing(page);
          await read(page, 'Read from the signing device', carried);
          await expect(page.getByText(/^Both devices know/)).toBeVisible();
        },
      },
      {
        name: 'the watching device makes a payment',
        on: watch,
        run: async (page) => {
          await review(page, PAYEE, '1.25');
          await expect(page.getByText('Next: read the signed payment.')).toBeVisible();
        },
      },
      {
        name: 'its coins stay bound, and it is shown again',
        on: watch,
        run: async (page) => {
          // Until the chain is scanned again, Home shows what was found so far.
          await expect.poll(async () => Number(await spendable(page))).toBeLessThan(all - 1);
          await page.getByRole('link', { name: /Waits for the signature/ }).click();
          carried = await copy(watch);
        },
      },
      {
        name: 'the signing device signs it',
        on: cold,
        run: async (page) => {
          await visit(page, '');
          await read(page, 'Read from the watching device', carried);
          await page.getByRole('button', { name: 'Sign 1.25 XMR' }).click();
          await expect(page.getByRole('heading', { name: 'Signed' })).toBeVisible();
          carried = await copy(cold);
        },
      },
      {
        name: 'the watching device reads the signed one',
        on: watch,
        run: async (page) => {
          await signing(page);
          await read(page, 'Read from the signing device', carried);
          await expect(page.getByText(/payee are what you asked for/)).toBeVisible();
        },
      },
      {
        name: 'and sends it',
        on: watch,
        run: async (page) => {
          await visit(page, '');
          await page.getByRole('link', { name: /Signed, not sent yet/ }).click();
          await expect(page.locator(`[data-address="${PAYEE}"]`).first()).toBeVisible();
          await page.getByRole('button', { name: 'Send 1.25 XMR' }).click();
          await expect(page.getByRole('heading', { name: 'On its way' })).toBeVisible();
        },
      },
    ];
    // Each payment costs 1.25 and a fee.
    for (const [i, rest] of [/^3\.7/, /^4\.4/, /^5\.2/].entries()) {
      await fund(devnet, address, [2n * XMR]);
      await play(payment(5 + i), DISTURBANCES[i]!);
      await devnet.mine(10);
      await expect.poll(() => spendable(watch.page)).toMatch(rest);
    }
  } finally {
    await Promise.all([cold.close(), watch.close()]);
  }
});

test('a wallet of two of three continues after a reload, a lock and a kill at every step', async ({
  devnet,
  appUrl,
}) => {
  const people = await Promise.all([0, 1, 2].map(() => openDevice(appUrl, PASSWORD)));
  const [mara, jon] = people as [Device, Device, Device];
  try {
    for (const { page } of people) await makeWallet(page, 'Together');
    const messages: string[] = [];
    const signers = (page: Page) => visit(page, 'signers');
    const begin = (on: Device): Step => ({
      name: 'begin',
      on,
      run: async (page) => {
        await signers(page);
        await page.getByLabel('Password for this device', { exact: true }).fill(PASSWORD);
        await page.getByRole('button', { name: 'Begin with 2 of 3' }).click();
        await expect(page.getByText('Round 1 of 3.')).toBeVisible();
      },
    });
    const show = (on: Device, i: number, round: number): Step => ({
      name: `round ${round}: signer ${i + 1} shows a message`,
      on,
      run: async (page) => {
        await signers(page);
        await expect(page.getByText(`Round ${round} of 3.`)).toBeVisible();
        if (round === 1) await showFirst(page);
        messages[i] = await copy(on);
      },
    });
    const take = (on: Device, from: number, round: number, count: number): Step => ({
      name: `round ${round}: a message of signer ${from + 1} is read`,
      on,
      run: async (page) => {
        await signers(page);
        await read(page, 'Read a signer’s message', messages[from]!);
        // The sheet closes before the message is stored; the list shows what is stored.
        await expect(page.getByText('message is here')).toHaveCount(count);
      },
    });
    const goOn = (on: Device, round: number): Step => ({
      name: `round ${round} is over`,
      on,
      run: async (page) => {
        await signers(page);
        await page
          .getByRole('button', { name: round === 3 ? 'Finish the wallet' : `Go on to round ${round + 1}` })
          .click();
        await expect(
          page.getByText(round === 3 ? 'Money moves here when 2 of 3 sign.' : `Round ${round + 1} of 3.`),
        ).toBeVisible();
      },
    });
    const rounds = [1, 2, 3].flatMap((round) => [
      ...people.map((on, i) => show(on, i, round)),
      ...people.flatMap((on, i) =>
        [0, 1, 2].filter((from) => from !== i).map((from, k) => take(on, from, round, k + 1)),
      ),
      ...people.map((on) => goOn(on, round)),
    ]);
    // Each person does the same: one is reloaded after each step, one is locked, one is killed.
    await play([...people.map(begin), ...rounds], (on) => DISTURBANCES[people.indexOf(on)]!);

    const address = await receiveAddress(mara.page);
    await fund(devnet, address, [1n * XMR]);
    let carried = '';
    const tell = (on: Device, i: number): Step => ({
      name: `signer ${i + 1} tells of coins`,
      on,
      run: async (page) => {
        await signers(page);
        await page.getByRole('button', { name: 'Exchange multisig info' }).click();
        messages[i] = await copy(on);
      },
    });
    const hear = (on: Device, from: number): Step => ({
      name: `what signer ${from + 1} tells is read`,
      on,
      run: async (page) => {
        await signers(page);
        await page.getByRole('button', { name: 'Continue exchanging multisig info' }).click();
        await read(page, 'Read a signer’s multisig info', messages[from]!);
        await expect(page.getByText('message is here')).toBeVisible();
      },
    });
    const takeIn = (on: Device): Step => ({
      name: 'it is taken in',
      on,
      run: async (page) => {
        await signers(page);
        await page.getByRole('button', { name: 'Continue exchanging multisig info' }).click();
        await page.getByRole('button', { name: 'Import' }).click();
        await expect(page.getByText('Next: make a payment')).toBeVisible();
      },
    });
    const payment: readonly Step[] = [
      tell(mara, 0),
      tell(jon, 1),
      hear(mara, 1),
      hear(jon, 0),
      takeIn(mara),
      takeIn(jon),
      {
        name: 'a payment is made',
        on: mara,
        run: async (page) => {
          await review(page, PAYEE, '1.25');
          await page.getByRole('button', { name: 'Make it, for all to sign' }).click();
          await expect(page.getByText('You have signed.')).toBeVisible();
        },
      },
      {
        name: 'and shown',
        on: mara,
        run: async (page) => {
          await visit(page, '');
          await page.getByRole('link', { name: /1 of 2 signed/ }).click();
          carried = await copy(mara);
        },
      },
      {
        name: 'another signer reads it',
        on: jon,
        run: async (page) => {
          await signers(page);
          await read(page, 'Read a payment of another signer', carried);
          await expect(page.getByRole('heading', { name: 'Check before you sign' })).toBeVisible();
        },
      },
      {
        name: 'and signs',
        on: jon,
        run: async (page) => {
          await visit(page, '');
          await page.getByRole('link', { name: /1 of 2 signed/ }).click();
          await page.getByRole('button', { name: 'Sign 1.25 XMR' }).click();
          await expect(page.getByRole('heading', { name: 'Enough signatures' })).toBeVisible();
        },
      },
      {
        name: 'and sends',
        on: jon,
        run: async (page) => {
          await visit(page, '');
          await page.getByRole('link', { name: /Signed, not sent yet/ }).click();
          await page.getByRole('button', { name: 'Send 1.25 XMR' }).click();
          await expect(page.getByRole('heading', { name: 'On its way' })).toBeVisible();
        },
      },
    ];
    // Each payment costs 1.25 and a fee.
    const amounts = [
      { all: /^3$/, rest: /^1\.7/ },
      { all: /^3\.7/, rest: /^2\.4/ },
      { all: /^4\.4/, rest: /^3\.2/ },
    ];
    for (const [i, { all, rest }] of amounts.entries()) {
      await fund(devnet, address, [2n * XMR]);
      for (const { page } of [mara, jon]) await expect.poll(() => spendable(page)).toMatch(all);
      await play(payment, DISTURBANCES[i]!);
      await devnet.mine(10);
      for (const { page } of [mara, jon]) await expect.poll(() => spendable(page)).toMatch(rest);
    }
  } finally {
    await Promise.all(people.map((each) => each.close()));
  }
});
