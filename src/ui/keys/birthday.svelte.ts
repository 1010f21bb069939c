/** The block at which scanning starts: by date, by number, or the first block. */
import { readWholeNumber } from '../../base/clean-text.ts';
import type { Since } from '../../base/typed-text.ts';
import { count } from '../format/format.ts';
import { explain, oneLine } from '../messages/explain.ts';
import type { Session } from '../state/session.svelte.ts';
import { TaskOwner, type Task } from '../state/task.ts';

export type Known = 'date' | 'block' | 'nothing';
/** Day of the first block: no wallet is older. */
export const FIRST_DAY = '2014-04-18';
const DAY_S = 86_400;
/** Blocks of two hours: so much the node's answer may be old. */
const SLACK = 60;
const MOST_BLOCKS = 999_999_999;
/** Blocks of a month. */
const MONTH = 21_600;

export class Birthday extends TaskOwner {
  known = $state<Known>('date');
  /** In the format of a date field: `2021-03-07`. */
  day = $state('');
  block = $state('');
  /** Block of the chosen day, when it is known. */
  dayHeight = $state<number>();
  /** Number of blocks of the chain, if a node has said it. */
  tip = $state<number>();
  fault = $state('');
  /** Block from a link, or that follows from the date in 16 words; undefined without either. */
  inWords = $state<number>();
  /** `inWords` is from a link. */
  inLink = $state(false);
  /** The person wants to choose, although the words contain a date. */
  chosen = $state(false);
  readonly #session: Session;
  /** Milliseconds since 1970. */
  readonly #now: () => number;
  readonly #askingDay = this.latest();
  readonly #askingTip = this.latest();
  readonly #offering = this.latest();
  /** Texts that `offer` has filled in last. */
  #offered = { block: '', day: '' };

  constructor(session: Session, now: () => number = Date.now) {
    super();
    this.#session = session;
    this.#now = now;
  }
  /** The last day that can be chosen, where the person is. */
  get today(): string {
    const now = new Date(this.#now());
    return [
      `${now.getFullYear()}`,
      ...[now.getMonth() + 1, now.getDate()].map((part) => `${part}`.padStart(2, '0')),
    ].join('-');
  }
  get fromWords(): boolean {
    return this.inWords !== undefined && !this.chosen;
  }
  get height(): number | undefined {
    if (this.fromWords) return this.inWords;
    if (this.known === 'nothing') return 0;
    if (this.known === 'date') return this.dayHeight;
    const block = readWholeNumber(this.block);
    return block === undefined || block > Math.min(MOST_BLOCKS, this.tip ?? Infinity) ? undefined : block;
  }
  get blockFault(): string {
    if (this.block === '' || this.height !== undefined) return '';
    const block = readWholeNumber(this.block);
    return block !== undefined && block > (this.tip ?? Infinity)
      ? `The chain has only ${count(this.tip ?? 0)} blocks so far. A later start misses money: check the number, or choose a date.`
      : 'Write the number of the block only, like 2942000.';
  }
  get sentence(): string {
    if (this.height === undefined) return '';
    if (this.height === 0)
      return this.fromWords
        ? 'Reading starts at the first block.'
        : 'Reading starts at the first block. That is sure to find everything, and takes longest.';
    return `Reading starts at block ${count(this.height)}.`;
  }
  async setDay(day: string): Promise<void> {
    this.day = day;
    this.dayHeight = undefined;
    this.fault = '';
    this.#askingDay.end();
    // The limits of the field do not hold for typed dates.
    if (/^\d{4,}-\d\d-\d\d$/.test(day) && (day.length > this.today.length || day > this.today)) {
      this.fault =
        'This day is still to come. Choose the day on which the wallet was created, or an earlier one.';
      return;
    }
    const ms = Date.parse(`${day}T00:00:00`);
    if (Number.isNaN(ms)) return;
    try {
      // One day earlier, because the clock may be in another time zone.
      const timestamp = Math.max(0, Math.floor(ms / 1000) - DAY_S);
      await this.#askingDay.run(async (task) => {
        const { height } = await task.wait(this.#session.client.call('x_height_at', { timestamp }));
        this.dayHeight = height;
      });
    } catch (error) {
      this.fault = oneLine(explain(error));
    }
  }
  /** Takes a typed block, and asks how many there are: from a later start, the wallet would miss money. */
  async setBlock(block: string): Promise<void> {
    this.block = block;
    if (this.tip !== undefined || readWholeNumber(block) === undefined) return;
    const timestamp = Math.floor(this.#now() / 1000);
    await this.#askingTip.run(async (task) => {
      // Without a node, the number of blocks is not known.
      const answer = await task.wait(
        this.#session.client.call('x_height_at', { timestamp }).catch(() => undefined),
      );
      if (answer?.tip !== undefined) this.tip = answer.tip + SLACK;
    });
  }
  /**
   * Fills the fields with what stands beside the words or keys, unless the person has typed something. A block and a day
   * that do not fit together are asked about; else the earlier one counts.
   */
  async offer({ height, day }: { readonly [Part in keyof Since]: Since[Part] | undefined }): Promise<void> {
    const offered = this.#offered;
    if (this.block !== offered.block || this.day !== offered.day) return;
    if (height === undefined && day === undefined && offered.block + offered.day === '') return;
    this.#offered = { block: '', day: '' };
    this.block = '';
    await this.#offering.run(async (task) => {
      if (height === undefined) {
        this.known = 'date';
        this.#offered = { block: '', day: day ?? '' };
        return this.setDay(day ?? '');
      }
      this.day = '';
      const start = day === undefined ? height : await task.wait(this.#earlier(task, height, day));
      if (start === undefined) return;
      this.known = 'block';
      this.#offered = { block: `${start}`, day: '' };
      await this.setBlock(`${start}`);
    });
  }
  async #earlier(task: Task, height: number, day: string): Promise<number | undefined> {
    this.known = 'date';
    await task.wait(this.setDay(day));
    if (this.day !== day) return undefined;
    const { dayHeight } = this;
    await task.wait(this.setDay(''));
    if (dayHeight !== undefined && Math.abs(dayHeight - height) <= MONTH) return Math.min(dayHeight, height);
    this.fault = `The text names block ${count(height)} and the day ${day}, which do not fit together. Choose one of them.`;
    return undefined;
  }
}
