/** The block at which scanning starts: by date, by number, or the first block. */
import { count } from '../format/format.ts';
import { explain, oneLine } from '../messages/explain.ts';
import type { Session } from '../state/session.svelte.ts';

export type Known = 'date' | 'block' | 'nothing';
/** Day of the first block: no wallet is older. */
export const FIRST_DAY = '2014-04-18';
const DAY_S = 86_400;

export class Birthday {
  known = $state<Known>('date');
  /** In the format of a date field: `2021-03-07`. */
  day = $state('');
  block = $state('');
  /** Block of the chosen day, when it is known. */
  dayHeight = $state<number>();
  fault = $state('');
  /** Block from a link, or that follows from the date in 16 words; undefined without either. */
  inWords = $state<number>();
  /** `inWords` is from a link. */
  inLink = $state(false);
  /** The person wants to choose, although the words contain a date. */
  chosen = $state(false);
  readonly #session: Session;
  #asked = 0;

  constructor(session: Session) {
    this.#session = session;
  }
  get fromWords(): boolean {
    return this.inWords !== undefined && !this.chosen;
  }
  get height(): number | undefined {
    if (this.fromWords) return this.inWords;
    if (this.known === 'nothing') return 0;
    if (this.known === 'date') return this.dayHeight;
    const digits = this.block.replace(/[\s.,]/g, '');
    return /^\d{1,9}$/.test(digits) ? Number(digits) : undefined;
  }
  get blockFault(): string {
    return this.block === '' || this.height !== undefined
      ? ''
      : 'Write the number of the block only, like 2942000.';
  }
  get sentence(): string {
    if (this.height === undefined) return '';
    return this.height === 0
      ? 'Reading starts at the first block. That is sure to find everything, and takes longest.'
      : `Reading starts at block ${count(this.height)}.`;
  }
  async setDay(day: string): Promise<void> {
    this.day = day;
    this.dayHeight = undefined;
    this.fault = '';
    const ms = Date.parse(`${day}T00:00:00`);
    if (Number.isNaN(ms)) return;
    this.#asked += 1;
    const asked = this.#asked;
    try {
      // One day earlier, because the clock may be in another time zone.
      const timestamp = Math.max(0, Math.floor(ms / 1000) - DAY_S);
      const { height } = await this.#session.client.call('x_height_at', { timestamp });
      if (asked === this.#asked) this.dayHeight = height;
    } catch (error) {
      if (asked === this.#asked) this.fault = oneLine(explain(error));
    }
  }
}
