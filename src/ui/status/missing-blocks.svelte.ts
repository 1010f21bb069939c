/** The older blocks that the wallet reads later, the choice of the person, and the data used. */
import type { Client, Result } from '../../client/client.ts';
import type { Task } from '../state/task.ts';
import { Attempts } from '../state/attempts.svelte.ts';

export type MobileMode = 'all' | 'newest' | 'ask';
export interface MissingDays {
  readonly blocks: number;
  /** Milliseconds; 0: from the first block of the wallet on. */
  readonly since: number;
  readonly until: number;
  /** The person wants it to be read on any link. */
  readonly wanted: boolean;
}
interface Missing {
  readonly gaps: readonly MissingDays[];
  readonly link: string;
  readonly mode: MobileMode;
  readonly possible: boolean;
  /** Bytes of a block; 0: not known. */
  readonly blockBytes: number;
  readonly today: number;
  readonly month: number;
}

const MODES = ['all', 'newest', 'ask'] as const;

export class MissingBlocks extends Attempts {
  facts = $state.raw<Missing | undefined>(undefined);
  readonly #client: Client;
  readonly #loading = this.latest();

  constructor(client: Client) {
    super();
    this.#client = client;
  }
  /** Returns whether they were loaded. A press of a button need not wait for it. */
  async load(): Promise<boolean> {
    try {
      return await this.#loading.run(async (task) => {
        this.facts = toMissing(await task.wait(this.#client.call('x_missing_blocks', {})));
      });
    } catch (error) {
      this.error = error;
      return false;
    }
  }
  setMode(mode: MobileMode): Promise<boolean> {
    return this.#change(() => this.#client.call('x_mobile_data', { mode }));
  }
  /** Reads all missing blocks in order. */
  readAll(): Promise<boolean> {
    return this.#change(() => this.#client.call('x_read_blocks', { which: 'all' }));
  }
  /** Reads the blocks of the last day first, or those from this day on (`2026-11-27`). */
  readNewest(day?: string): Promise<boolean> {
    return this.#change(async (task) => {
      if (day === undefined) return this.#client.call('x_read_blocks', { which: 'newest' });
      const timestamp = Math.floor(new Date(`${day}T00:00`).getTime() / 1000);
      const { height } = await task.wait(this.#client.call('x_height_at', { timestamp }));
      return this.#client.call('x_read_blocks', { which: 'newest', height });
    });
  }
  /** Reads the older blocks now, on any link. */
  readRest(): Promise<boolean> {
    return this.#change(() => this.#client.call('x_read_blocks', { which: 'missing' }));
  }
  #change(work: (task: Task) => Promise<unknown>): Promise<boolean> {
    return this.attempt(async (task) => {
      await task.wait(work(task));
      this.facts = toMissing(await task.wait(this.#client.call('x_missing_blocks', {})));
    });
  }
}

const toMissing = (wire: Result<'x_missing_blocks'>): Missing => ({
  gaps: (wire.gaps ?? []).map(({ from, to, since, until, wanted }) => ({
    blocks: to - from,
    since: since * 1000,
    until: until * 1000,
    wanted,
  })),
  link: wire.link,
  // Without a choice the wallet asks where it knows that the link costs.
  mode: MODES.find((mode) => mode === wire.mode) ?? (wire.link === 'metered' ? 'ask' : 'all'),
  possible: wire.possible,
  blockBytes: wire.blockBytes,
  today: wire.bytesToday,
  month: wire.bytesThisMonth,
});
