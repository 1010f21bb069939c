import { describe, expect, it } from 'vitest';
import { createClient } from '../../../src/client/client.ts';
import { HistoryState } from '../../../src/ui/features/history/history.svelte.ts';
import { COLUMNS, nextOrder, type Column } from '../../../src/ui/features/history/order.ts';
import { amountIn } from '../../../src/ui/state/change.ts';
import { ORDERS } from '../../../src/ui/state/history-view.svelte.ts';
import { labelsOf } from '../../../src/ui/state/labels.ts';
import { Session } from '../../../src/ui/state/session.svelte.ts';
import { FakePort } from '../../support/fake-worker/port.ts';

const setup = async () => {
  const session = new Session(createClient(new FakePort('locked', { delay: 0 })));
  await session.start();
  session.listen();
  await session.openWallet('Everyday', 'correct horse');
  return { session, history: new HistoryState(session, labelsOf(session)) };
};
const size = (value: bigint): bigint => (value < 0n ? -value : value);

describe('the order of the history', () => {
  it('has the same transfers in each order, and in each the right one first', async () => {
    const { history } = await setup();
    const keys = history.matches.map(({ key }) => key);
    expect(keys.length).toBeGreaterThan(5);
    const amounts = () => history.matches.map((each) => size(amountIn(each, history.accounts)));
    for (const order of ORDERS) {
      history.order = order;
      expect(history.matches.map(({ key }) => key).toSorted()).toEqual(keys.toSorted());
      expect(history.months(1000).flatMap(({ transfers }) => transfers)).toEqual(history.matches);
    }
    history.order = 'oldest';
    expect(history.matches.map(({ key }) => key)).toEqual(keys.toReversed());
    history.order = 'largest';
    const falling = amounts();
    expect(falling).toEqual(falling.toSorted((a, b) => (a > b ? -1 : 1)));
    history.order = 'smallest';
    expect(amounts()).toEqual(falling.toReversed());
    history.order = 'account';
    const accounts = history.matches.map(({ account }) => account);
    expect(accounts).toEqual(accounts.toSorted((a, b) => a - b));
  });
  it('has months by day alone, and says another order above the list, where one press removes it', async () => {
    const { history } = await setup();
    const months = history.months(1000).map(({ key }) => key);
    history.order = 'oldest';
    expect(history.months(1000).map(({ key }) => key)).toEqual(months.toReversed());
    history.order = 'largest';
    expect(history.months(1000).map(({ time }) => time)).toEqual([undefined]);
    expect(history.chips(0)).toEqual([{ key: 'order', words: 'Largest first' }]);
    history.without('order');
    expect(history.chips(0)).toEqual([]);
    expect(history.months(1000).map(({ key }) => key)).toEqual(months);
  });
  it('changes with each press on a heading, and comes back', () => {
    for (const column of Object.keys(COLUMNS) as Column[]) {
      const first = nextOrder(column, column === 'date' ? 'largest' : 'newest');
      expect(first).toBe(COLUMNS[column][0]);
      expect(nextOrder(column, first)).toBe(COLUMNS[column][1]);
      expect(nextOrder(column, COLUMNS[column][1])).toBe(first);
    }
  });
});

describe('selected transfers', () => {
  it('are saved alone, and their sum is by how much they changed the balance', async () => {
    const { history } = await setup();
    const lines = async (): Promise<unknown[]> => JSON.parse(await history.json()) as unknown[];
    history.selecting = true;
    const [first, second] = history.matches.filter(({ kind }) => kind !== 'move');
    history.select(first!, true);
    history.select(second!, true);
    expect(history.selected).toEqual([first, second]);
    expect(history.selectedSum).toBe(first!.walletNet + second!.walletNet);
    expect(await lines()).toHaveLength(2);
    history.select(first!, false);
    expect(await lines()).toHaveLength(1);
    history.selectAll(true);
    expect(history.selected).toEqual(history.matches);
    // Failed payments and moves within the wallet are in no sum.
    expect(history.selectedSum).toBe(
      history.months(1000).reduce((sum, month) => sum + month.in - month.out, 0n),
    );
    history.selecting = false;
    expect(history.selected).toEqual([]);
    expect((await lines()).length).toBeGreaterThan(2);
  });
  it('that a filter hides are not saved', async () => {
    const { history } = await setup();
    history.selecting = true;
    history.selectAll(true);
    history.choose('Received');
    expect(history.selected).toEqual(history.matches);
    expect(history.matches.every(({ kind }) => kind === 'in' || kind === 'mined')).toBe(true);
  });
});
