import { describe, expect, it } from 'vitest';
import { pageEntries, type GivenEntry } from '../../support/shown-entries.ts';
import { createClient } from '../../../src/client/client.ts';
import { BalanceState } from '../../../src/ui/features/balance/balance.svelte.ts';
import { groupLocked } from '../../../src/ui/features/balance/locked.ts';
import { balanceSteps, lineOf } from '../../../src/ui/transfers/balance-steps.ts';
import { balanceWave } from '../../../src/ui/transfers/balance-wave.ts';
import { confirmationCurve, curveFill, CURVES_HEIGHT } from '../../../src/ui/widgets/confirmation-curves.ts';
import { changeBy } from '../../../src/ui/state/change.ts';
import { Session } from '../../../src/ui/state/session.svelte.ts';
import { toTransfers } from '../../../src/ui/state/transfers.ts';
import { FakePort } from '../../support/fake-worker/port.ts';
import { xmr } from '../../support/fake-worker/values.ts';

/** Without a zone, so in local time. */
const at = (time: string): number => new Date(time).getTime();
const NOW = at('2026-06-03T15:00:00');
let count = 0;
const wire = (changes: Partial<GivenEntry>, time = '2026-06-01T12:00:00'): GivenEntry => ({
  type: 'in',
  txid: `t${count++}`,
  amount: 0n,
  fee: 0n,
  height: 900,
  timestamp: at(time) / 1000,
  subaddr_index: { major: 0, minor: 0 },
  ...changes,
});
const finished = <T>(parts: Generator<undefined, T>): T => {
  let part = parts.next();
  while (!part.done) part = parts.next();
  return part.value;
};
const change = (account: number | undefined, ...entries: GivenEntry[]): bigint =>
  toTransfers(pageEntries(entries), 1000).reduce(
    (sum, transfer) => sum + changeBy(transfer, account === undefined ? undefined : [account]),
    0n,
  );

describe('the change of the balance', () => {
  it('counts what comes in and what goes out as soon as a node has it, with the own fee', () => {
    expect(change(undefined, wire({ amount: 7n, fee: 3n }))).toBe(7n);
    expect(change(undefined, wire({ type: 'block', amount: 7n }))).toBe(7n);
    expect(change(undefined, wire({ type: 'pool', amount: 7n, height: 0 }))).toBe(7n);
    expect(change(undefined, wire({ type: 'out', amount: 5n, fee: 1n }))).toBe(-6n);
    expect(change(undefined, wire({ type: 'pending', amount: 5n, fee: 1n, height: 0 }))).toBe(-6n);
    expect(change(undefined, wire({ type: 'failed', amount: 5n, fee: 1n, height: 0 }))).toBe(0n);
  });
  it('by a move is its fee for the wallet, and its amount for each of the two accounts', () => {
    const move = [
      wire({ type: 'out', txid: 'move', amount: 9n, fee: 2n }),
      wire({ txid: 'move', amount: 9n, fee: 2n, subaddr_index: { major: 1, minor: 0 } }),
    ];
    expect([undefined, 0, 1, 2].map((account) => change(account, ...move))).toEqual([-2n, -11n, 9n, 0n]);
    const within = wire({ type: 'out', amount: 9n, fee: 2n, net: -2n });
    expect([undefined, 0].map((account) => change(account, within))).toEqual([-2n, -2n]);
  });
  it('by a payment that goes partly to the own wallet is what others got and the fee', () => {
    const part = [
      wire({ type: 'out', txid: 'part', amount: 9n, fee: 2n }),
      wire({ txid: 'part', amount: 4n, subaddr_index: { major: 1, minor: 0 } }),
    ];
    expect(change(undefined, ...part)).toBe(-7n);
  });
});

describe('the steps of the balance', () => {
  const steps = (entries: readonly GivenEntry[], more: { since?: number; account?: number } = {}) =>
    finished(balanceSteps(toTransfers(pageEntries(entries), 1000), { now: NOW, ...more }));
  it('have the balance at the end of each day in which it changed', () => {
    const list = steps([
      wire({ amount: 7n }, '2026-06-01T00:00:00'),
      wire({ type: 'out', amount: 1n, fee: 1n }, '2026-06-01T23:59:59'),
      wire({ amount: 3n }, '2026-06-03T14:00:00'),
    ]);
    expect(list).toEqual([
      { from: at('2026-06-01T00:00:00'), until: at('2026-06-02T00:00:00'), balance: 5n, highest: 7n },
      { from: at('2026-06-03T00:00:00'), until: at('2026-06-04T00:00:00'), balance: 8n, highest: 8n },
    ]);
  });
  it('know the highest balance within a day, also on a day that ends as it began', () => {
    const list = steps([
      wire({ amount: 7n }, '2026-06-01T12:00:00'),
      wire({ amount: 3n }, '2026-06-02T12:00:00'),
      wire({ type: 'out', amount: 2n, fee: 1n }, '2026-06-02T13:00:00'),
    ]);
    expect(list.map(({ balance, highest }) => [balance, highest])).toEqual([[7n, 10n]]);
    expect(lineOf(list, NOW, 200, 100).highest).toBe(10n);
  });
  it('do not know a highest balance before the time that is asked for', () => {
    const list = steps(
      [
        wire({ amount: 9n }, '2025-01-01T12:00:00'),
        wire({ type: 'out', amount: 7n, fee: 1n }, '2025-01-01T13:00:00'),
      ],
      { since: at('2026-05-04T00:00:00') },
    );
    expect(list.map(({ balance, highest }) => [balance, highest])).toEqual([[1n, 1n]]);
  });
  it('are none without transfers', () => {
    expect(steps([])).toEqual([]);
    expect(steps([wire({ amount: 7n })], { account: 1 })).toEqual([]);
  });
  it('begin with the balance of the first day that is asked for', () => {
    const entries = [
      wire({ amount: 7n }, '2025-01-01T12:00:00'),
      wire({ amount: 1n }, '2026-06-02T12:00:00'),
    ];
    expect(steps(entries, { since: at('2026-05-04T00:00:00') }).map(({ balance }) => balance)).toEqual([
      7n,
      8n,
    ]);
    expect(steps(entries, { since: at('2024-06-02T00:00:00') }).map(({ balance }) => balance)).toEqual([
      0n,
      7n,
      8n,
    ]);
  });
  it('are ninety at most, however long the history is, and end with the present balance', () => {
    const day = 86_400_000;
    const entries = Array.from({ length: 3000 }, (_, i) =>
      wire({ amount: 1n, timestamp: (NOW - i * day) / 1000 }),
    );
    const list = steps(entries);
    expect(list.length).toBeLessThanOrEqual(91);
    expect(list.length).toBeGreaterThan(80);
    expect(list.at(-1)?.balance).toBe(3000n);
    expect(list.every(({ from, until }) => new Date(from).getHours() === 0 && until > from)).toBe(true);
  });
  it('count a transfer whose time is not known yet, or lies ahead, as of today', () => {
    const list = steps([
      wire({ amount: 7n }, '2026-06-01T12:00:00'),
      wire({ type: 'pending', amount: 1n, fee: 1n, height: 0, timestamp: 0 }),
      wire({ amount: 3n }, '2026-06-05T12:00:00'),
    ]);
    expect(list.map(({ balance }) => balance)).toEqual([7n, 8n]);
  });
});

describe('the line of the balance', () => {
  it('runs level and steps where the balance changes', () => {
    const step = (from: number, balance: bigint) => ({ from, until: from + 1, balance, highest: balance });
    expect(lineOf([step(0, 10n), step(50, 5n)], 100, 200, 100)).toEqual({
      line: 'M0 0H100V50H200',
      area: 'M0 0H100V50H200V100H0Z',
      zero: 100,
      highest: 10n,
    });
  });
  it('has its zero inside while a history begins in the middle', () => {
    const { zero, highest } = lineOf([{ from: 0, until: 1, balance: -5n, highest: 0n }], 100, 200, 100);
    expect([zero, highest]).toEqual([0, 0n]);
  });
});

describe('the wave on Home', () => {
  const DAY = 86_400_000;
  const step = (day: number, balance: bigint) => ({
    ...{ from: NOW - day * DAY, until: NOW - (day - 1) * DAY },
    ...{ balance, highest: balance },
  });
  it('has the heights of the balance from the first transfer until now', () => {
    const wave = balanceWave([step(12, 0n), step(6, xmr('10')), step(3, xmr('5'))], NOW)!;
    expect(wave.map((height) => Math.round(height * 100))).toEqual([
      ...[0, 0, 0, 2, 11, 34, 65, 84, 81, 67, 55, 51, 50],
    ]);
  });
  it('stays around the middle where little has changed, and is still where nothing has', () => {
    const wave = balanceWave([step(12, xmr('100')), step(6, xmr('110'))], NOW)!;
    expect(Math.min(...wave)).toBeGreaterThan(0.35);
    expect(Math.max(...wave)).toBeLessThan(0.65);
    for (const steps of [[], [step(12, 0n)], [step(12, xmr('3'))]])
      expect(balanceWave(steps, NOW)).toBeUndefined();
  });
  it('is still while only payments of a history are loaded, so that the sums are below zero', () => {
    expect(balanceWave([step(12, 0n), step(6, -xmr('3'))], NOW)).toBeUndefined();
  });
  it('draws ten curves below its edge, all in the box and from one point', () => {
    const edge = [0, 0, 0.2, 1, 1, 0.3, 0];
    const numbers = (k: number) =>
      [...confirmationCurve(k, { edge }).matchAll(/,(-?[\d.]+)/g)].map(([, y]) => Number(y));
    for (let k = 0; k <= 10; k += 1)
      for (const y of numbers(k)) {
        expect(y).toBeGreaterThanOrEqual(0);
        expect(y).toBeLessThanOrEqual(CURVES_HEIGHT);
      }
    expect(numbers(10)[0]! - numbers(0)[0]!).toBeLessThan(CURVES_HEIGHT * 0.05);
    expect(numbers(10).at(-1)!).toBeGreaterThan(numbers(0).at(-1)!);
    expect(curveFill({ edge })).toContain(confirmationCurve(0, { edge }));
  });
});

describe('locked money', () => {
  it('is grouped by the block that unlocks it, soonest first', () => {
    expect(
      groupLocked([
        { blocks: 9, amount: 1n },
        { blocks: 3, amount: 2n },
        { blocks: 9, amount: 4n },
      ]),
    ).toEqual([
      { blocks: 3, amount: 2n },
      { blocks: 9, amount: 5n },
    ]);
    expect(groupLocked([])).toEqual([]);
  });
  it('has ten groups at most, each with the block that unlocks all of it', () => {
    const mined = Array.from({ length: 60 }, (_, i) => ({ blocks: i + 1, amount: 1n }));
    const groups = groupLocked(mined);
    expect(groups.map(({ blocks }) => blocks)).toEqual([6, 12, 18, 24, 30, 36, 42, 48, 54, 60]);
    expect(groups.every(({ amount }) => amount === 6n)).toBe(true);
  });
});

describe('the screen of the balance', () => {
  const opened = async () => {
    const port = new FakePort('home', { delay: 0, now: NOW });
    const session = new Session(createClient(port));
    await session.start();
    return { port, session, view: new BalanceState(session, NOW) };
  };
  it('shows all of the wallet or one account, since a chosen day', async () => {
    const { session, view } = await opened();
    const { transfers } = session.book;
    const sum = (account?: number) =>
      transfers.reduce(
        (all, transfer) => all + changeBy(transfer, account === undefined ? undefined : [account]),
        0n,
      );
    expect(view.steps.value?.at(-1)?.balance).toBe(sum());
    view.account = 2;
    expect(view.steps.value?.at(-1)?.balance).toBe(xmr('210'));
    view.range = 'month';
    expect(view.steps.value?.[0]).toMatchObject({ from: at('2026-05-04T00:00:00'), balance: xmr('205') });
    view.range = 'year';
    expect(view.steps.value?.[0]).toMatchObject({ from: at('2025-06-03T00:00:00'), balance: xmr('205') });
  });
  it('says that money waits for its first block only if it does', async () => {
    const { port, view } = await opened();
    await view.load();
    const { waiting } = view;
    const [first, second] = port.coins;
    const account = port.accounts[0]!;
    // One is bound by a payment that waits for signatures, the other is locked and has no key image yet.
    Object.assign(first!, { state: 'bound' });
    Object.assign(second!, { state: 'unknown', blocks: 4, key_image: '' });
    account.unlocked -= first!.amount + second!.amount;
    await view.load();
    expect(view.waiting).toBe(waiting);
    expect(view.locked).toContainEqual({ blocks: 4, amount: second!.amount });
  });
  it('loads the locked money of all accounts, or of one, and shows no other account’s meanwhile', async () => {
    const { port, view } = await opened();
    port.calls.length = 0;
    await view.load();
    expect(port.calls.filter(({ method }) => method === 'x_coins')).toHaveLength(3);
    expect(view.locked).toEqual([{ blocks: 9, amount: xmr('0.85') }]);
    const again = view.load();
    expect(view.locked).toHaveLength(1);
    await again;
    view.account = 1;
    const loading = view.load();
    expect(view.locked).toBeUndefined();
    await loading;
    expect(view.locked).toEqual([]);
  });
  it('keeps the locked money and says why when it cannot be loaded', async () => {
    const { port, view } = await opened();
    await view.load();
    port.refuseNext('x_coins', 'storage_unavailable');
    await view.load();
    expect(view.error).toMatchObject({ fault: 'storage_unavailable' });
    expect(view.locked).toHaveLength(1);
  });
});
