/** The list of transfers: kinds, filter, search, months, and export as a file. What is chosen survives Back. */
import { SvelteSet } from 'svelte/reactivity';
import { formatXmr } from '../../../base/amount.ts';
import { InParts, PART } from '../../widgets/in-parts.svelte.ts';
import type { Labels } from '../../state/labels.ts';
import { transferName } from '../../transfers/transfer-texts.ts';
import { changeBy, isShown, type Shown } from '../../state/change.ts';
import type { Transfer } from '../../state/model.ts';
import type { Session } from '../../state/session.svelte.ts';
import { TaskOwner } from '../../state/task.ts';
import { isArrival } from '../../state/transfers.ts';
import {
  NO_CRITERIA,
  type AccountTag,
  type Criteria,
  type HistoryOrder,
  type HistoryView,
} from '../../state/history-view.svelte.ts';
import { accountsOf, chipsOf, meets, type Chip } from './criteria.ts';
import { toCsv, toJson } from './export.ts';
import { Months, type Month } from './months.ts';
import { inOrder, orderWords } from './order.ts';

export const FILTERS = ['All', 'Waiting', 'Received', 'Sent', 'Moved'] as const;
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
    case 'Moved':
      return kind === 'move';
  }
};

/** Inputs that decide which transfers are shown. */
type Inputs = [readonly Transfer[], Filter, string, Criteria, readonly AccountTag[], HistoryOrder];
interface Found {
  readonly matches: readonly Transfer[];
  readonly months: readonly Month[];
}

/** Another order than the newest first is known at the end. */
const NONE: Found = { matches: [], months: [] };
const upside = (months: readonly Month[]): readonly Month[] =>
  months.toReversed().map((month) => ({ ...month, transfers: month.transfers.toReversed() }));

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
  get order(): HistoryOrder {
    return this.#view.order;
  }
  set order(order: HistoryOrder) {
    this.#view.order = order;
    this.#view.pages = 1;
  }
  /** The criteria in words, and the order unless it is the usual one. `now` in milliseconds. */
  chips(now: number): Chip[] {
    const chips = chipsOf(this.criteria, this.#labels, now);
    return this.order === 'newest' ? chips : [...chips, { key: 'order', words: orderWords(this.order) }];
  }
  narrow(criteria: Criteria): void {
    this.#view.criteria = criteria;
    this.#view.pages = 1;
  }
  /** Shows transfers whatever they are in this respect. */
  without(key: Chip['key']): void {
    if (key === 'order') this.order = 'newest';
    else this.narrow({ ...this.criteria, [key]: undefined });
  }
  showAll(): void {
    this.order = 'newest';
    this.narrow(NO_CRITERIA);
  }
  get selecting(): boolean {
    return this.#view.selected !== undefined;
  }
  /** Begins or ends selecting. */
  set selecting(on: boolean) {
    this.#view.selected = on ? new SvelteSet() : undefined;
  }
  /** The selected transfers that are shown; none while nothing is being selected. */
  get selected(): readonly Transfer[] {
    const keys = this.#view.selected;
    return keys === undefined || keys.size === 0 ? [] : this.matches.filter(({ key }) => keys.has(key));
  }
  isSelected({ key }: Transfer): boolean {
    return this.#view.selected?.has(key) === true;
  }
  select({ key }: Transfer, on: boolean): void {
    if (on) this.#view.selected?.add(key);
    else this.#view.selected?.delete(key);
  }
  /** Selects all shown transfers, or none. */
  selectAll(on: boolean): void {
    if (this.selecting) this.#view.selected = new SvelteSet(on ? this.matches.map(({ key }) => key) : []);
  }
  /** By how much the selected transfers changed the balance of the shown accounts, in piconero. */
  get selectedSum(): bigint {
    return this.selected.reduce((sum, transfer) => sum + changeBy(transfer, this.accounts), 0n);
  }
  /** The transfers that these criteria would show, with the kind and the search as they are. */
  foundBy(criteria: () => Criteria): InParts<Inputs, Found> {
    return new InParts(
      () => [this.#session.book.transfers, this.filter, this.search, criteria(), this.tags, this.order],
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
  /** All matching transfers as CSV; if some are selected, only these. */
  async csv(): Promise<string> {
    const { book } = this.#session;
    return toCsv(await this.#whole(), this.#labels, (address) => book.addresses.owns(address));
  }
  /** All matching transfers, or the selected ones, as JSON. */
  async json(): Promise<string> {
    return toJson(await this.#whole(), this.#labels);
  }
  async #whole(): Promise<readonly Transfer[]> {
    const { book } = this.#session;
    let wanted: readonly Transfer[] = [];
    const done = await this.#saving.run(async (task) => {
      await task.wait(book.whole());
      const { matches: all } = await task.wait(this.found.whole());
      const matches = this.selected.length > 0 ? all.filter((each) => this.isSelected(each)) : all;
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
  *#find(...[transfers, filter, search, criteria, tags, order]: Inputs): Generator<Found, Found> {
    const wanted = search.trim().toLowerCase();
    const accounts = accountsOf(criteria, tags);
    const isMet = meets(criteria, Date.now());
    const matches: Transfer[] = [];
    const months = new Months(Date.now(), accounts);
    for (const [i, transfer] of transfers.entries()) {
      if (i > 0 && i % PART === 0) yield order === 'newest' ? { matches, months: months.list } : NONE;
      if (!isShown(transfer, accounts) || !passes(transfer, filter) || !isMet(transfer)) continue;
      if (wanted !== '' && !this.#text(transfer).includes(wanted)) continue;
      matches.push(transfer);
      months.add(transfer);
    }
    const sorted = inOrder(matches, order, { labels: this.#labels, accounts });
    if (order === 'newest') return { matches, months: months.list };
    if (order === 'oldest') return { matches: sorted, months: upside(months.list) };
    return { matches: sorted, months: [{ key: order, time: undefined, in: 0n, out: 0n, transfers: sorted }] };
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
