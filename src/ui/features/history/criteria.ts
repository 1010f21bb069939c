/** The filter of the History: which transfers it shows, and its words. Pure; tests/unit/ui/criteria.test.ts. */
import { shortText, xmr } from '../../format/format.ts';
import { date } from '../../format/time.ts';
import type { Labels } from '../../state/labels.ts';
import type { Shown } from '../../state/change.ts';
import type { AccountTag, Criteria } from '../../state/history-view.svelte.ts';
import type { Transfer } from '../../state/model.ts';

const KEYS: readonly Criterion[] = ['account', 'tag', 'payee', 'state', 'from', 'to', 'least', 'most'];

export type Criterion = keyof Criteria;
/** A criterion, or the order, as it is shown above the list. */
export interface Chip {
  readonly key: Criterion | 'order';
  readonly words: string;
}

/**
 * A function that says whether a transfer meets all criteria.
 * `now` in milliseconds: the time of transfers whose time is not known yet. Which accounts are shown: `accountsOf`.
 */
export function meets(
  { payee, state, from, to, least, most }: Criteria,
  now: number,
): (transfer: Transfer) => boolean {
  const start = from === undefined ? -Infinity : dayStart(from);
  const end = to === undefined ? Infinity : dayStart(to, 1);
  const inTime = ({ time }: Transfer): boolean => (time || now) >= start && (time || now) < end;
  return (transfer) =>
    (payee === undefined || transfer.destinations.some(({ address }) => address === payee)) &&
    (state === undefined || transfer.state === state) &&
    inTime(transfer) &&
    (least === undefined || transfer.amount >= least) &&
    (most === undefined || transfer.amount <= most);
}

/** The accounts whose transfers are shown: the chosen one, and those with the chosen tag. Undefined: all. */
export function accountsOf({ account, tag }: Criteria, tags: readonly AccountTag[]): Shown {
  const tagged = tags.find(({ name }) => name === tag)?.accounts ?? [];
  if (tag === undefined) return account === undefined ? undefined : [account];
  return account === undefined ? tagged : tagged.filter((each) => each === account);
}

/**
 * The first millisecond of a day, by the device's clock; `later`: of the day so many days later. NaN for a text that is
 * no day: no transfer is of it.
 */
export function dayStart(day: string, later = 0): number {
  const [year = NaN, month = NaN, ofMonth = NaN] = day.split('-').map(Number);
  return new Date(year, month - 1, ofMonth + later).getTime();
}

/** The criteria that are set, in words: `From 1 March`, `At least 0.5 XMR`. */
export function chipsOf(criteria: Criteria, labels: Labels, now: number): Chip[] {
  const { account, tag, payee, state, from, to, least, most } = criteria;
  const words: Readonly<Record<Criterion, string>> = {
    account: account === undefined ? '' : `Account ${labels.account(account)}`,
    tag: tag === undefined ? '' : `Tag ${tag}`,
    payee: payee === undefined ? '' : `Payee ${labels.contact(payee) || shortText(payee)}`,
    state: state === undefined ? '' : stateChoice(state),
    from: from === undefined ? '' : `From ${date(dayStart(from), now)}`,
    to: to === undefined ? '' : `Until ${date(dayStart(to), now)}`,
    least: least === undefined ? '' : `At least ${xmr(least)}`,
    most: most === undefined ? '' : `At most ${xmr(most)}`,
  };
  return KEYS.filter((key) => criteria[key] !== undefined).map((key) => ({ key, words: words[key] }));
}

export const STATES: readonly Transfer['state'][] = ['waiting', 'settling', 'done', 'failed'];
/** The name of a state, for choosing it. */
export function stateChoice(state: Transfer['state']): string {
  switch (state) {
    case 'waiting':
      return 'Waiting for a block';
    case 'settling':
      return 'In a block, not done yet';
    case 'done':
      return 'Done';
    case 'failed':
      return 'Not sent';
  }
}
