/** The list of transfers: kinds, filter, search, months, and export as a file. What is chosen survives Back. */
import { formatXmr } from '../../../base/amount.ts';
import { InParts, PART } from '../../widgets/in-parts.svelte.ts';
import type { Labels } from '../../state/labels.ts';
import { transferName } from '../../transfers/transfer-texts.ts';
import { isShown, type Shown } from '../../state/change.ts';
import type { Transfer } from '../../state/model.ts';
import type { Session } from '../../state/session.svelte.ts';
import { TaskOwner } from '../../state/task.ts';
import { isArrival } from '../../state/transfers.ts';
import {
  NO_CRITERIA,
  type AccountTag,
  type Criteria,
  type HistoryView,
} from '../../state/history-view.svelte.ts';
import { accountsOf, chipsOf, meets, type Chip, type Criterion } from './criteria.ts';
import { toCsv, toJson } from './export.ts';
import { Months, type Month } from './months.ts';

export const FILTERS = ['All', 'Waiting', 'Received', 'Sent', 'To self'] as const;
export type Filter = (typeof FILTERS)[number];
/** Number of rows shown at first; more on request, so that ten thousand transfers stay fast. */
const PAGE = 100;

const passes = ({ kind, state }: Transfer, filter: Filter): boolean => {
  switch (filter) {
    case 'All':
      return true;
    case 'Waiting':
      return state === 'waiting' || state === 'settling';
    case 'Received':
      return kind === 'in' || kind === 'mined';
    case 'Sent':
      return kind === 'out';
    case 'To self':
      return kind === 'move';
  }
};

/** Inputs that decide which transfers are shown. */
type Inputs = [readonly Transfer[], Filter, string, Criteria, readonly AccountTag[]];
interface Found {
  readonly matches: readonly Transfer[];
  readonly months: readonly Month[];
}

export class HistoryState extends TaskOwner {
  readonly #session: Session;
  readonly #labels: Labels;
  readonly #view: HistoryView;
  readonly #loadingTags = this.latest();
  readonly #saving = this.tasks();

  /** The transfers that the list shows. The component computes it: `$effect(() => history.found.run())`. */
  readonly found = this.foundBy(() => this.criteria);

  constructor(session: Session, labels: Labels) {
    super(session.book);
    this.#session = session;
    this.#labels = labels;
    this.#view = session.book.history;
  }
  get isEmpty(): boolean {
    return this.#session.book.transfers.every(isArrival);
  }
  get matches(): readonly Transfer[] {
    return this.found.value.matches;
  }
  get filter(): Filter {
    return FILTERS.find((each) => each === this.#view.filter) ?? 'All';
  }
  get search(): string {
    return this.#view.search;
  }
  set search(text: string) {
    this.#view.search = text;
  }
  get criteria(): Criteria {
    return this.#view.criteria;
  }
  /** The accounts that the list shows. */
  get accounts(): Shown {
    return accountsOf(this.criteria, this.tags);
  }
  /** The tags that an account has; see `loadTags`. */
  get tags(): readonly AccountTag[] {
    return this.#view.tags;
  }
  /** Without an answer the tags stay as they were. */
  async loadTags(): Promise<void> {
    await this.#loadingTags.run(async (task) => {
      const { client } = this.#session;
      const answer = await task.wait(client.call('get_account_tags', {}).catch(() => undefined));
      if (answer === undefined) return;
      this.#view.tags = (answer.accountTags ?? [])
        .map(({ tag, accounts = [] }) => ({ name: tag, accounts }))
        .filter(({ accounts }) => accounts.length > 0);
    });
  }
  /** The criteria in words. `now` in milliseconds. */
  chips(now: number): Chip[] {
    return chipsOf(this.criteria, this.#labels, now);
  }
  narrow(criteria: Criteria): void {
    this.#view.criteria = criteria;
    this.#view.pages = 1;
  }
  /** Shows transfers whatever they are in this respect. */
  without(criterion: Criterion): void {
    this.narrow({ ...this.criteria, [criterion]: undefined });
  }
  showAll(): void {
    this.narrow(NO_CRITERIA);
  }
  /** The transfers that these criteria would show, with the kind and the search as they are. */
  foundBy(criteria: () => Criteria): InParts<Inputs, Found> {
    return new InParts(
      () => [this.#session.book.transfers, this.filter, this.search, criteria(), this.tags],
      (...inputs) => this.#find(...inputs),
    );
  }
  /** Another text for each list. */
  get key(): string {
    return [this.filter, this.search, ...this.chips(0).map(({ words }) => words)].join(' ');
  }
  /** Number of rows shown. */
  get length(): number {
    return Math.min(this.matches.length, this.#view.pages * PAGE);
  }
  /** The months of the first `rows` shown transfers. The sums are those of all matching transfers of the month. */
  months(rows: number): Month[] {
    let left = Math.min(rows, this.length);
    const shown: Month[] = [];
    for (const month of this.found.value.months) {
      if (left <= 0) break;
      shown.push({ ...month, transfers: month.transfers.slice(0, left) });
      left -= month.transfers.length;
    }
    return shown;
  }
  get hasMore(): boolean {
    return this.matches.length > this.length;
  }
  /** Shows as many rows again, so that the oldest of thousands is a few presses away. */
  more(): void {
    this.#view.pages *= 2;
  }
  choose(filter: Filter): void {
    this.#view.filter = filter;
    this.#view.pages = 1;
  }
  /** All matching transfers as CSV. */
  async csv(): Promise<string> {
    const { book } = this.#session;
    return toCsv(await this.#whole(), this.#labels, (address) => book.addresses.owns(address));
  }
  /** All matching transfers as JSON. */
  async json(): Promise<string> {
    return toJson(await this.#whole(), this.#labels);
  }
  async #whole(): Promise<readonly Transfer[]> {
    const { book } = this.#session;
    let wanted: readonly Transfer[] = [];
    const done = await this.#saving.run(async (task) => {
      await task.wait(book.whole());
      const { matches } = await task.wait(this.found.whole());
      wanted = matches;
      if (this.accounts !== undefined) return;
      // A file says of each account what came and went: it has both ends of a move.
      const found = new Set(matches.map(({ txid }) => txid));
      const keys = new Set(matches.map(({ key }) => key));
      wanted = book.transfers.filter(
        (each) => keys.has(each.key) || (isArrival(each) && found.has(each.txid)),
      );
    });
    if (!done) throw new DOMException('The screen was left.', 'AbortError');
    return wanted;
  }
  *#find(...[transfers, filter, search, criteria, tags]: Inputs): Generator<Found, Found> {
    const wanted = search.trim().toLowerCase();
    const accounts = accountsOf(criteria, tags);
    const isMet = meets(criteria, Date.now());
    const matches: Transfer[] = [];
    const months = new Months(Date.now(), accounts);
    for (const [i, transfer] of transfers.entries()) {
      if (i > 0 && i % PART === 0) yield { matches, months: months.list };
      if (!isShown(transfer, accounts) || !passes(transfer, filter) || !isMet(transfer)) continue;
      if (wanted !== '' && !this.#text(transfer).includes(wanted)) continue;
      matches.push(transfer);
      months.add(transfer);
    }
    return { matches, months: months.list };
  }
  /** The text that search examines: name, amount with point and with comma, addresses, ID. */
  #text(transfer: Transfer): string {
    const amount = formatXmr(transfer.amount, 2);
    return [
      transferName(transfer, this.#labels),
      amount,
      amount.replace('.', ','),
      this.#labels.account(transfer.account),
      transfer.txid,
      transfer.address,
      ...transfer.destinations.flatMap(({ address }) => [address, this.#labels.contact(address)]),
    ]
      .join(' ')
      .toLowerCase();
  }
}
