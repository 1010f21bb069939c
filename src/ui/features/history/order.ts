/** The order of the History: by day with months, or one list by another column. Pure; tests/unit/ui/order.test.ts. */
import { amountIn, type Shown } from '../../state/change.ts';
import type { Labels } from '../../state/labels.ts';
import type { HistoryOrder } from '../../state/history-view.svelte.ts';
import type { Transfer } from '../../state/model.ts';
import { transferName } from '../../transfers/transfer-texts.ts';

/** The columns of the table; a press on the heading of the one in use chooses its second order. */
export const COLUMNS = {
  date: ['newest', 'oldest'],
  name: ['name', 'newest'],
  account: ['account', 'newest'],
  state: ['state', 'newest'],
  amount: ['largest', 'smallest'],
} as const satisfies Readonly<Record<string, readonly [HistoryOrder, HistoryOrder]>>;
export type Column = keyof typeof COLUMNS;

/** The order that a press on the heading of a column chooses. */
export function nextOrder(column: Column, now: HistoryOrder): HistoryOrder {
  const [first, second] = COLUMNS[column];
  return now === first ? second : first;
}

const STATES: readonly Transfer['state'][] = ['waiting', 'settling', 'failed', 'done'];
const absolute = (value: bigint): bigint => (value < 0n ? -value : value);

/**
 * The transfers in another order; those that are equal in it stay newest first, as they come. Amounts are those that
 * the rows show, without their sign.
 */
export function inOrder(
  newestFirst: readonly Transfer[],
  order: HistoryOrder,
  { labels, accounts }: { readonly labels: Labels; readonly accounts: Shown },
): readonly Transfer[] {
  const by = <Key>(
    key: (transfer: Transfer) => Key,
    compare: (a: Key, b: Key) => number,
  ): readonly Transfer[] =>
    newestFirst
      .map((transfer) => ({ transfer, key: key(transfer) }))
      .sort((a, b) => compare(a.key, b.key))
      .map(({ transfer }) => transfer);
  const amount = (transfer: Transfer): bigint => absolute(amountIn(transfer, accounts));
  switch (order) {
    case 'newest':
      return newestFirst;
    case 'oldest':
      return newestFirst.toReversed();
    case 'largest':
      return by(amount, (a, b) => (a === b ? 0 : a > b ? -1 : 1));
    case 'smallest':
      return by(amount, (a, b) => (a === b ? 0 : a < b ? -1 : 1));
    case 'name':
      return by(
        (transfer) => transferName(transfer, labels),
        (a, b) => a.localeCompare(b),
      );
    case 'account':
      return by(
        ({ account }) => account,
        (a, b) => a - b,
      );
    case 'state':
      return by(
        ({ state }) => STATES.indexOf(state),
        (a, b) => a - b,
      );
  }
}

/** The words of an order, for choosing it. */
export function orderWords(order: HistoryOrder): string {
  switch (order) {
    case 'newest':
      return 'Newest first';
    case 'oldest':
      return 'Oldest first';
    case 'largest':
      return 'Largest first';
    case 'smallest':
      return 'Smallest first';
    case 'name':
      return 'By name';
    case 'account':
      return 'By account';
    case 'state':
      return 'By state';
  }
}
