import { describe, expect, it } from 'vitest';
import { pageEntries } from '../../support/shown-entries.ts';
import { createClient } from '../../../src/client/client.ts';
import { accountsOf, chipsOf, dayStart, meets } from '../../../src/ui/features/history/criteria.ts';
import { FilterForm } from '../../../src/ui/features/history/filter-form.svelte.ts';
import { isShown } from '../../../src/ui/state/change.ts';
import { HistoryState } from '../../../src/ui/features/history/history.svelte.ts';
import { labelsOf } from '../../../src/ui/state/labels.ts';
import type { Labels } from '../../../src/ui/state/labels.ts';
import { NO_CRITERIA, type Criteria } from '../../../src/ui/state/history-view.svelte.ts';
import type { Transfer } from '../../../src/ui/state/model.ts';
import { Session } from '../../../src/ui/state/session.svelte.ts';
import { toTransfers } from '../../../src/ui/state/transfers.ts';
import { FakePort } from '../../support/fake-worker/port.ts';
import { PAYEE, xmr } from '../../support/fake-worker/values.ts';

/** Without a zone, so in local time, as people choose days. */
const at = (time: string): number => new Date(time).getTime();
const NOW = at('2026-06-03T15:00:00');
const names: Labels = {
  account: (index) => ['Everyday', 'Shop', 'Savings'][index] ?? '?',
  contact: (address) => (address === PAYEE ? 'Anna' : ''),
  label: () => '',
};
const transfer = (changes: Partial<Transfer>): Transfer => ({
  ...toTransfers(
    pageEntries([
      {
        type: 'in',
        txid: 'aa',
        amount: xmr('1'),
        height: 900,
        timestamp: 0,
        subaddr_index: { major: 0, minor: 0 },
      },
    ]),
    1000,
  )[0]!,
  time: NOW,
  ...changes,
});
const isMet = (criteria: Partial<Criteria>, changes: Partial<Transfer>) =>
  meets({ ...NO_CRITERIA, ...criteria }, NOW)(transfer(changes));

describe('a day of the filter', () => {
  it('begins and ends at midnight of the device', () => {
    const day = { from: '2026-03-29', to: '2026-03-29' };
    expect(isMet(day, { time: at('2026-03-29T00:00:00.000') })).toBe(true);
    expect(isMet(day, { time: at('2026-03-29T23:59:59.999') })).toBe(true);
    expect(isMet(day, { time: at('2026-03-28T23:59:59.999') })).toBe(false);
    expect(isMet(day, { time: at('2026-03-30T00:00:00.000') })).toBe(false);
  });
  it('may be the last of a month or of a year', () => {
    expect(dayStart('2025-12-31', 1)).toBe(at('2026-01-01T00:00:00'));
    expect(dayStart('2028-02-28', 1)).toBe(at('2028-02-29T00:00:00'));
  });
  it('is now for a transfer whose time is not known yet', () => {
    expect(isMet({ from: '2026-06-03', to: '2026-06-03' }, { time: 0 })).toBe(true);
    expect(isMet({ to: '2026-06-02' }, { time: 0 })).toBe(false);
  });
  it('that is none fits no transfer', () => {
    expect(isMet({ from: 'soon' }, {})).toBe(false);
  });
});

describe('the other criteria of the filter', () => {
  it('compare amounts by single piconero, both ends included', () => {
    const between = { least: 5n, most: 7n };
    expect([4n, 5n, 7n, 8n].map((amount) => isMet(between, { amount }))).toEqual([false, true, true, false]);
    const large = 18_446_744_073_709_551_615n;
    expect(isMet({ least: large }, { amount: large - 1n })).toBe(false);
    expect(isMet({ least: large }, { amount: large })).toBe(true);
  });
  it('show of a move the end that is in the account, and one row over all accounts', () => {
    const departure = transfer({ kind: 'move', incoming: false, account: 0, otherAccount: 2 });
    const arrival = transfer({ kind: 'move', incoming: true, account: 2, otherAccount: 0 });
    const rows = (criteria: Partial<Criteria>): boolean[] =>
      [departure, arrival].map((each) => isShown(each, accountsOf({ ...NO_CRITERIA, ...criteria }, [])));
    expect([0, 1, 2].map((account) => rows({ account }))).toEqual([
      [true, false],
      [false, false],
      [false, true],
    ]);
    expect(rows({})).toEqual([true, false]);
  });
  it('find accounts by their tag', () => {
    const tags = [{ name: 'Business', accounts: [1, 2] }];
    expect(accountsOf({ ...NO_CRITERIA, tag: 'Business' }, tags)).toEqual([1, 2]);
    expect(accountsOf({ ...NO_CRITERIA, tag: 'Business', account: 2 }, tags)).toEqual([2]);
    expect(accountsOf({ ...NO_CRITERIA, tag: 'Business' }, [])).toEqual([]);
  });
  it('find a payee among several, and a state', () => {
    const to = (...addresses: string[]) => addresses.map((address) => ({ address, amount: 1n }));
    expect(isMet({ payee: PAYEE }, { destinations: to('x', PAYEE) })).toBe(true);
    expect(isMet({ payee: PAYEE }, { destinations: to('x') })).toBe(false);
    expect(isMet({ state: 'failed' }, { state: 'failed' })).toBe(true);
    expect(isMet({ state: 'done' }, { state: 'settling' })).toBe(false);
  });
  it('are shown in words', () => {
    const words = (criteria: Partial<Criteria>) =>
      chipsOf({ ...NO_CRITERIA, ...criteria }, names, NOW).map((chip) => chip.words);
    expect(words({})).toEqual([]);
    expect(words({ most: xmr('2'), from: '2026-03-01', account: 1, least: xmr('0.5') })).toEqual([
      'Account Shop',
      'From 1 March',
      'At least 0.50\u00a0XMR',
      'At most 2.00\u00a0XMR',
    ]);
    expect(words({ payee: PAYEE, tag: 'Business', to: '2025-12-31', state: 'settling' })).toEqual([
      'Tag Business',
      'Payee Anna',
      'In a block, not done yet',
      'Until 31 December 2025',
    ]);
    expect(words({ payee: '8'.repeat(95) })).toEqual(['Payee 888888…888888']);
  });
});

describe('the form of the filter', () => {
  it('begins with the filter in use and gives the same again', () => {
    const criteria: Criteria = {
      ...{ account: 1, tag: 'Business', payee: PAYEE, state: 'done' },
      ...{ from: '2026-03-01', to: '2026-03-31', least: 1n, most: xmr('2') },
    };
    const form = new FilterForm(criteria);
    expect([form.leastText, form.mostText]).toEqual(['0.000000000001', '2']);
    expect(form.submit()).toEqual(criteria);
    expect(new FilterForm(NO_CRITERIA).submit()).toEqual(NO_CRITERIA);
  });
  it('says at the field which amount cannot be read, and keeps it', () => {
    const form = new FilterForm(NO_CRITERIA);
    form.mostText = '1.2.3';
    expect(form.submit()).toBeUndefined();
    expect(form.mostFault).not.toBe('');
    expect(form.mostText).toBe('1.2.3');
    form.mostText = '0';
    expect(form.submit()).toEqual({ ...NO_CRITERIA, most: 0n });
  });
  it('says after it was submitted that two fields contradict each other', () => {
    const form = new FilterForm(NO_CRITERIA);
    Object.assign(form, { from: '2026-03-02', to: '2026-03-01', leastText: '2', mostText: '1,5' });
    expect([form.toFault, form.mostFault]).toEqual(['', '']);
    expect(form.submit()).toBeUndefined();
    expect(form.toFault).toBe('This day is before the first one.');
    expect(form.mostFault).toBe('This is less than the smallest amount.');
    Object.assign(form, { to: '2026-03-02', mostText: '2' });
    expect([form.toFault, form.mostFault]).toEqual(['', '']);
    expect(form.criteria).toMatchObject({ to: '2026-03-02', least: xmr('2'), most: xmr('2') });
  });
});

describe('the filter of the History', () => {
  const opened = async () => {
    const port = new FakePort('home', { delay: 0, now: NOW });
    const session = new Session(createClient(port));
    await session.start();
    const history = new HistoryState(session, labelsOf(session));
    await history.loadTags();
    return { port, session, history };
  };
  it('works together with kind and search, and decides what is exported', async () => {
    const { history } = await opened();
    const all = history.matches.length;
    history.narrow({ ...NO_CRITERIA, least: xmr('1'), most: xmr('5') });
    expect(history.matches.map(({ amount }) => amount)).toEqual([xmr('1.25'), xmr('3.2'), xmr('5')]);
    expect(history.foundBy(() => ({ ...NO_CRITERIA, least: xmr('5') })).value.matches).toHaveLength(2);
    history.choose('Sent');
    expect(history.matches).toHaveLength(1);
    expect((await history.csv()).split('\r\n')).toHaveLength(2);
    expect(JSON.parse(await history.json())).toHaveLength(1);
    history.choose('All');
    history.showAll();
    expect(history.matches).toHaveLength(all);
  });
  it('knows the accounts of a tag', async () => {
    const { history } = await opened();
    expect(history.tags).toEqual([{ name: 'Business', accounts: [1] }]);
    history.narrow({ ...NO_CRITERIA, tag: 'Business' });
    expect(history.matches.length).toBeGreaterThan(0);
    expect(history.matches.every(({ account }) => account === 1)).toBe(true);
  });
  it('keeps the tags when they cannot be loaded again', async () => {
    const { port, history } = await opened();
    port.refuseNext('get_account_tags', 'storage_unavailable');
    await history.loadTags();
    expect(history.tags).toHaveLength(1);
  });
  it('loses one criterion at a time, is kept for Back, and ends with the wallet', async () => {
    const { session, history } = await opened();
    history.more();
    history.narrow({ ...NO_CRITERIA, account: 1, from: '2026-05-01' });
    const key = history.key;
    history.without('from');
    expect(history.key).not.toBe(key);
    expect(new HistoryState(session, labelsOf(session)).chips(NOW)).toEqual([
      { key: 'account', words: 'Account Shop' },
    ]);
    session.book.clear();
    expect(history.criteria).toEqual(NO_CRITERIA);
  });
});
