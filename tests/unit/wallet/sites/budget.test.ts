import { describe, expect, it } from 'vitest';
import { isFault } from '../../../../src/base/fault.ts';
import { createMemoryBrowser, createMemoryWalletFiles } from '../../../../src/store/memory.ts';
import { releaseReserved, leftOf, reserve, withTerms } from '../../../../src/wallet/sites/budget.ts';
import { connectSite, disconnectSite, setGrants } from '../../../../src/wallet/sites/records.ts';
import { openLedger, type Ledger } from '../../../../src/wallet/state/state.ts';
import { NO_RECORDS, testLedger } from '../test-ledger.ts';

const ORIGIN = 'https://shop.example';
const NOW = 1_700_000_000;
const DAY = 86_400;
const KDF = { memoryKib: 64, passes: 1, lanes: 1 };

/** A wallet file with a connected site that may spend 100 piconero a day. */
const openBudget = async (browser = createMemoryBrowser()): Promise<Ledger> => {
  const files = createMemoryWalletFiles({ kdf: KDF, browser });
  const ledger = await testLedger({}, await files.create('w', 'p', NO_RECORDS));
  const budget = { amount: 100n, period: 'day' as const, expires: NOW + 10 * DAY, from: NOW };
  await connectSite(ledger, ORIGIN, { read: [], spend: { account: 'own', budget } }, NOW);
  return ledger;
};
const budgetOf = (ledger: Ledger) => ledger.state.tables.sites.get(ORIGIN)!.spend!.budget!;
const take = (ledger: Ledger, amount: bigint, now = NOW): Promise<boolean> =>
  ledger
    .commit((state) => reserve(state, ORIGIN, { account: 1, total: amount }, [], now))
    .then(
      () => true,
      (error: unknown) => {
        if (!isFault(error)) throw error;
        return false;
      },
    );

// threat: site-budget
describe("a site's budget", () => {
  it('covers what is left in the period, and nothing more', async () => {
    const ledger = await openBudget();
    expect(await take(ledger, 60n)).toBe(true);
    expect(await take(ledger, 41n)).toBe(false);
    expect(await take(ledger, 40n)).toBe(true);
    expect(await take(ledger, 1n)).toBe(false);
    expect(leftOf(budgetOf(ledger), NOW)).toBe(0n);
  });
  it('begins again with each period, counted from the first one, until it expires', async () => {
    const ledger = await openBudget();
    await take(ledger, 100n);
    expect(await take(ledger, 1n, NOW + DAY - 1)).toBe(false);
    expect(await take(ledger, 100n, NOW + 2 * DAY + 5)).toBe(true);
    expect(budgetOf(ledger).from).toBe(NOW + 2 * DAY);
    expect(await take(ledger, 1n, NOW + 10 * DAY)).toBe(false);
  });
  it("does not begin again when the device's date is put back", async () => {
    const ledger = await openBudget();
    await take(ledger, 100n);
    expect(await take(ledger, 1n, NOW - 5 * DAY)).toBe(false);
  });
  it('goes on counting when the site connects again, or when the person ended the budget before', async () => {
    const ledger = await openBudget();
    const terms = { amount: 100n, period: 'day' as const, expires: NOW + 10 * DAY, from: NOW + 5 };
    const again = { read: [], spend: { account: 1, budget: terms } };
    await take(ledger, 70n);
    await disconnectSite(ledger, ORIGIN);
    await connectSite(ledger, ORIGIN, again, NOW + 5);
    expect(await take(ledger, 31n)).toBe(false);
    expect(await take(ledger, 20n)).toBe(true);
    await setGrants(ledger, ORIGIN, { read: [], spend: { account: 1 } });
    expect(await take(ledger, 1n)).toBe(false);
    await setGrants(ledger, ORIGIN, again);
    expect(leftOf(budgetOf(ledger), NOW + 5)).toBe(10n);
    // The next period is a new one.
    expect(leftOf(budgetOf(ledger), NOW + DAY)).toBe(100n);
  });
  it.each([
    ['month', 'day', 3, 60n],
    ['day', 'month', 0, 60n],
    ['day', 'month', 3, 0n],
  ] as const)(
    'counts what was spent in the present period when the person changes a %s to a %s after %i days',
    (before, after, days, spent) => {
      const budget = { amount: 100n, period: before, expires: NOW + 90 * DAY, from: NOW, spent: 60n };
      const now = NOW + days * DAY + 5;
      const changed = withTerms(budget, { amount: 100n, period: after, expires: NOW + 90 * DAY, from: now });
      expect(changed).toMatchObject({ period: after, from: now, spent });
      expect(leftOf(changed, now + 60)).toBe(100n - spent);
    },
  );
  it('gets a reserved amount back in the same period only', async () => {
    const ledger = await openBudget();
    await take(ledger, 80n);
    await ledger.commit((state) => releaseReserved(state, ORIGIN, 80n, NOW));
    expect(leftOf(budgetOf(ledger), NOW)).toBe(100n);
    await take(ledger, 80n);
    await take(ledger, 30n, NOW + DAY);
    await ledger.commit((state) => releaseReserved(state, ORIGIN, 80n, NOW));
    expect(budgetOf(ledger).spent).toBe(30n);
  });
  it('is not exceeded by 1,000 payments at once', async () => {
    const ledger = await openBudget();
    const results = await Promise.all(Array.from({ length: 1000 }, () => take(ledger, 7n)));
    expect(results.filter(Boolean)).toHaveLength(14);
    expect(budgetOf(ledger).spent).toBe(98n);
  });
  it('counts what was spent before when the person changes it amid many payments', async () => {
    const ledger = await openBudget();
    const change = (amount?: bigint): Promise<void> =>
      setGrants(ledger, ORIGIN, {
        read: [],
        spend: {
          account: 1,
          ...(amount !== undefined && {
            budget: { amount, period: 'day', expires: NOW + 10 * DAY, from: NOW + 5 },
          }),
        },
      });
    const many = (): Promise<boolean>[] => Array.from({ length: 30 }, () => take(ledger, 1n));
    // 30 are paid within 100, 10 more within 40, 10 more within 50, and none without a budget.
    const rounds = [many(), change(40n), many(), change(50n), many(), change(), many()];
    const paid = (await Promise.all(rounds.flat())).filter((each) => each === true);
    expect(paid).toHaveLength(50);
    await change(60n);
    expect((await Promise.all(many())).filter(Boolean)).toHaveLength(10);
  });
  it('is not used for another account than the one that the person chose', async () => {
    const ledger = await openBudget();
    for (const account of [0, 2]) {
      const other = ledger.commit((state) => reserve(state, ORIGIN, { account, total: 1n }, [], NOW));
      await expect(other).rejects.toMatchObject({ code: 'over_budget' });
    }
    expect(budgetOf(ledger).spent).toBe(0n);
  });
  it('is not exceeded by two tabs, 500 payments each, when one takes the wallet over from the other', async () => {
    const browser = createMemoryBrowser();
    const first = await openBudget(browser);
    const racing = Array.from({ length: 500 }, () => take(first, 1n));
    const files = createMemoryWalletFiles({ kdf: KDF, browser });
    const second = await openLedger(await files.open('w', 'p', { takeOver: true }));
    const [a, b] = await Promise.all([
      Promise.all([...racing, ...Array.from({ length: 500 }, () => take(first, 1n))]),
      Promise.all(Array.from({ length: 500 }, () => take(second, 1n))),
    ]);
    expect([...a, ...b].filter(Boolean).length).toBeLessThanOrEqual(100);
    expect(budgetOf(second).spent).toBe(100n);
  });
});
