/** The list of transfers: filter, search, headings by day, and export as a file. */
import { formatXmr } from '../../../base/amount.ts';
import { MINUS } from '../../format/format.ts';
import { kindWords, stateWords, transferName, type Labels } from '../../shared/rows.ts';
import { dayHeading, utc } from '../../format/time.ts';
import type { Transfer } from '../../state/model.ts';
import type { Session } from '../../state/session.svelte.ts';
import { withoutArrivals } from '../../state/transfers.ts';

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

export class HistoryState {
  filter = $state<Filter>('All');
  search = $state('');
  #pages = $state(1);
  readonly #session: Session;
  readonly #labels: Labels;

  readonly all = $derived.by((): readonly Transfer[] => withoutArrivals(this.#session.book.transfers));
  readonly matches = $derived.by((): readonly Transfer[] => {
    const wanted = this.search.trim().toLowerCase();
    return this.all.filter(
      (transfer) => passes(transfer, this.filter) && (wanted === '' || this.#text(transfer).includes(wanted)),
    );
  });

  constructor(session: Session, labels: Labels) {
    this.#session = session;
    this.#labels = labels;
  }
  /** Number of rows shown. */
  get length(): number {
    return Math.min(this.matches.length, this.#pages * PAGE);
  }
  /** The first `rows` shown transfers, grouped by heading. */
  days(now: number, rows: number): { readonly day: string; readonly transfers: readonly Transfer[] }[] {
    const days: { day: string; transfers: Transfer[] }[] = [];
    for (const transfer of this.matches.slice(0, Math.min(rows, this.length))) {
      const day = transfer.time === 0 ? 'Now' : dayHeading(transfer.time, now);
      const last = days.at(-1);
      if (last?.day === day) last.transfers.push(transfer);
      else days.push({ day, transfers: [transfer] });
    }
    return days;
  }
  get hasMore(): boolean {
    return this.matches.length > this.length;
  }
  more(): void {
    this.#pages += 1;
  }
  choose(filter: Filter): void {
    this.filter = filter;
    this.#pages = 1;
  }
  /** All matching transfers as CSV, with exact amounts and times in UTC. */
  csv(): string {
    // Programs read these names.
    // @wc-ignore
    const head = ['time', 'kind', 'state', 'amount', 'fee', 'account', 'note', 'transfer id', 'block'];
    const rows = this.matches.map((transfer) => [
      transfer.time === 0 ? '' : utc(transfer.time),
      kindWords(transfer),
      stateWords(transfer),
      `${transfer.incoming || transfer.state === 'failed' ? '' : '-'}${formatXmr(transfer.amount)}`,
      formatXmr(transfer.fee),
      this.#labels.account(transfer.account),
      transfer.note,
      transfer.txid,
      transfer.height === 0 ? '' : `${transfer.height}`,
    ]);
    return [head, ...rows].map((row) => row.map(cell).join(',')).join('\r\n');
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
      ...transfer.destinations.map(({ address }) => address),
    ]
      .join(' ')
      .toLowerCase();
  }
}
/** One CSV field. A leading = or + would run as a formula in some programs, so it is escaped. */
const cell = (text: string): string => {
  const harmless =
    /^[=+@\t\r]/.test(text) || (text.startsWith('-') && !/^-[\d.]+$/.test(text)) ? `'${text}` : text;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless.replaceAll(MINUS, '-');
};
