/**
 * Reviews that are closed while their payment is being prepared by a slow node: each payment that is sent is the one that
 * its sheet showed when the button was pressed. The history of the wallet and a native recipient decide.
 */
import type { Page } from '@playwright/test';
import { formatXmr, parseXmr } from '../../../src/base/amount.ts';
import { createDice, type Dice } from '../../simulate/dice.ts';
import { expect, test } from '../../support/app.ts';
import type { HostWindow } from '../../support/app-endpoint.ts';
import { openNative } from '../../support/native-wallet.ts';
import { forward, listen } from '../../support/staged-nodes.ts';
import { inTier, seed } from '../../support/tier.ts';
import { prepareWallet, useNode, visit } from '../../e2e/journeys.ts';

const ROUNDS = inTier({ short: 3, long: 16 });
/** When a review is closed: its request has not reached the node, the node holds the answer, or it has just answered. */
const MOMENTS = ['before', 'held', 'answered'] as const;
const XMR = 1_000_000_000_000n;
const piconero = (xmr: string): number => Number(parseXmr(xmr));

interface Asked {
  readonly address: string;
  readonly amount: bigint;
}
interface Shown {
  readonly address: string;
  readonly amount: string;
  readonly fee: string;
  readonly total: string;
  readonly subtracted: boolean;
}
interface Outgoing {
  readonly txid: string;
  readonly amount: number;
  readonly fee: number;
  readonly destinations: readonly { readonly address: string; readonly amount: number }[];
}

/** A node that answers a request for ring members when the test says so; the ten seconds need no waiting. */
const startHoldingNode = async (daemonUrl: string) => {
  const held: (() => void)[] = [];
  const pass = forward(daemonUrl);
  const { address, stop } = await listen((request, response) => {
    if (request.method === 'POST' && request.url === '/get_outs.bin')
      held.push(() => {
        pass(request, response);
      });
    else pass(request, response);
  });
  /** Answers one of the held requests. False: there is none. */
  const release = (dice: Dice): boolean => {
    const [answer] = held.splice(dice.below(held.length), 1);
    answer?.();
    return answer !== undefined;
  };
  return { url: address, held, release, stop };
};
type HoldingNode = Awaited<ReturnType<typeof startHoldingNode>>;

const call = async <T>(page: Page, method: string, params: object): Promise<T> => {
  const envelope = JSON.stringify({ jsonrpc: '2.0', id: 0, method, params });
  const text = await page.evaluate(
    (request) => (globalThis as HostWindow).ostroRpc!.request(request),
    envelope,
  );
  return (JSON.parse(text) as { readonly result: T }).result;
};
const sentBy = async (page: Page): Promise<readonly Outgoing[]> => {
  const lists = await call<Record<string, readonly Outgoing[]>>(page, 'get_transfers', {
    ...{ out: true, pending: true, failed: true, pool: true },
  });
  return Object.values(lists).flat();
};

/** Presses the button of the open sheet, and reads the sheet in the same task. Undefined: the payment was not ready. */
const press = (page: Page): Promise<Shown | undefined> =>
  page.evaluate(() => {
    const sheet = document.querySelector('dialog[open]');
    const button = sheet?.querySelector<HTMLButtonElement>('.go button');
    if (!sheet || !button) return undefined;
    const valueOf = (name: string): string => {
      const row = [...sheet.querySelectorAll('dl > div')].find(
        (each) => each.querySelector('dt')?.textContent === name,
      );
      return row?.querySelector('data')?.getAttribute('value') ?? '';
    };
    const shown = {
      address: sheet.querySelector('[data-address]')?.getAttribute('data-address') ?? '',
      amount: sheet.querySelector('data.hero')?.getAttribute('value') ?? '',
      fee: valueOf('Network fee'),
      total: valueOf('Total'),
      subtracted: sheet.querySelector<HTMLInputElement>('input[type=checkbox]')?.checked === true,
    };
    const ready = button.textContent.startsWith('Send ');
    button.click();
    return ready ? shown : undefined;
  });

const randomPayment = (dice: Dice, addresses: readonly string[]): Asked => ({
  address: dice.pick(addresses),
  // More than the highest fee, which may be taken from it.
  amount: XMR / 20n + BigInt(dice.below(350_000_000_000)),
});
const openSheet = async (page: Page, { address, amount }: Asked): Promise<void> => {
  const clear = page.getByRole('button', { name: 'Clear the address' });
  if (await clear.isVisible()) await clear.click();
  await page.getByLabel('To', { exact: true }).fill(address);
  await page.getByLabel('Amount').fill(formatXmr(amount));
  await page.getByRole('button', { name: 'Check before sending' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
};
/** Changes the fee in the open sheet, or nothing. */
const chooseFee = async (page: Page, dice: Dice): Promise<void> => {
  const sheet = page.getByRole('dialog');
  if (dice.chance(0.3)) await sheet.getByText(dice.pick(['Slow', 'Normal', 'Fast']), { exact: true }).click();
  if (dice.chance(0.3)) await sheet.getByText('Take the fee from the amount').click();
};
const abandon = async (
  page: Page,
  node: HoldingNode,
  dice: Dice,
  moment: (typeof MOMENTS)[number],
): Promise<void> => {
  if (moment !== 'before') await expect.poll(() => node.held.length).toBeGreaterThan(0);
  if (moment !== 'before' && dice.chance(0.5)) await chooseFee(page, dice);
  if (moment === 'answered') node.release(dice);
  if (dice.chance(0.5)) await page.keyboard.press('Escape');
  else await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
};
/** Presses until the payment is ready, and answers held requests between presses. */
const pressWhenReady = async (page: Page, node: HoldingNode, dice: Dice): Promise<Shown> => {
  let shown: Shown | undefined;
  await expect
    .poll(
      async () => {
        shown = await press(page);
        if (shown === undefined) node.release(dice);
        return shown !== undefined;
      },
      { intervals: [20] },
    )
    .toBe(true);
  return shown!;
};
/** The coins of payments before are free again when fewer than two are left. */
const ensureMoney = async (page: Page, mine: () => Promise<unknown>, least: bigint): Promise<void> => {
  const money = async () => {
    const { balance, unlocked_balance: unlocked } = await call<{ balance: number; unlocked_balance: number }>(
      page,
      'get_balance',
      { account_index: 0 },
    );
    return { locked: balance - unlocked, unlocked };
  };
  if ((await money()).unlocked >= least) return;
  await mine();
  await expect.poll(async () => (await money()).unlocked).toBeGreaterThan(Number(least));
  await expect.poll(async () => (await money()).locked).toBe(0);
};

test('a payment that was prepared for a closed review is never sent: what is sent is what the sheet showed', async ({
  page,
  devnet,
}) => {
  const native = await openNative(devnet.daemonUrl);
  const node = await startHoldingNode(devnet.daemonUrl);
  try {
    const { addresses } = (await native.call('create_address', { account_index: 0, count: 3 })) as {
      readonly addresses: readonly string[];
    };
    await useNode(page, node.url);
    await prepareWallet(page, 'Hasty');
    const { address } = await call<{ address: string }>(page, 'get_address', { account_index: 0 });
    for (let i = 0; i < 6; i++) await devnet.faucet(address);
    const paid: Asked[] = [];
    /** Answers that were held when the review they were for had closed and the next one was open. */
    let late = 0;
    for (let round = 0; round < ROUNDS; round++) {
      await ensureMoney(page, () => devnet.mine(10), 2n * XMR);
      const before = new Set((await sentBy(page)).map(({ txid }) => txid));
      const dice = createDice(`review race ${seed} ${round}`);
      // What is released next depends on what has arrived: these choices must not shift the others.
      const order = createDice(`release ${seed} ${round}`);
      await visit(page, 'send');
      const closed = 1 + dice.below(3);
      for (let i = 0; i < closed; i++) {
        await openSheet(page, randomPayment(dice, addresses));
        await abandon(page, node, order, i === 0 ? MOMENTS[round % 3]! : dice.pick(MOMENTS));
      }
      const wanted = randomPayment(dice, addresses);
      await openSheet(page, wanted);
      late += node.held.length;
      await chooseFee(page, dice);
      const shown = await pressWhenReady(page, node, order);
      await expect(page.getByRole('heading', { name: 'On its way' })).toBeVisible();
      while (node.release(order));

      const sent = (await sentBy(page)).filter(({ txid }) => !before.has(txid));
      const named = `round ${round} of seed ${seed}`;
      expect(
        sent.map(({ amount, fee, destinations }) => ({
          ...destinations[0]!,
          recipients: destinations.length,
          total: amount + fee,
          fee,
        })),
        named,
      ).toEqual([
        {
          address: shown.address,
          amount: piconero(shown.amount),
          recipients: 1,
          total: piconero(shown.total),
          fee: piconero(shown.fee),
        },
      ]);
      const fee = BigInt(piconero(shown.fee));
      const arrives = wanted.amount - (shown.subtracted ? fee : 0n);
      expect({ address: shown.address, amount: shown.amount }, named).toEqual({
        address: wanted.address,
        amount: formatXmr(arrives),
      });
      paid.push({ address: wanted.address, amount: arrives });
      await page.getByRole('link', { name: 'Done' }).click();
    }
    expect(late, 'answers that came to a later review').toBeGreaterThan(0);
    await devnet.mine(10);
    await native.call('refresh');
    const { in: arrived = [] } = (await native.call('get_transfers', { in: true })) as {
      readonly in?: readonly { readonly address: string; readonly amount: number }[];
    };
    const lines = (all: readonly { readonly address: string; readonly amount: bigint | number }[]) =>
      all.map((each) => `${each.address} ${each.amount}`).sort();
    expect(lines(arrived)).toEqual(lines(paid));
  } finally {
    node.stop();
    await native.stop();
  }
});
