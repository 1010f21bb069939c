/** The pictures of the balance: of which account, since when, and the locked money, which is loaded. */
import { InParts } from '../../widgets/in-parts.svelte.ts';
import type { Transfer } from '../../state/model.ts';
import type { Session } from '../../state/session.svelte.ts';
import { TaskOwner, type Task } from '../../state/task.ts';
import { groupLocked, type Locked } from './locked.ts';
import { balanceSteps, type Step } from '../../transfers/balance-steps.ts';

export const RANGES = ['all', 'year', 'month'] as const;
export type Range = (typeof RANGES)[number];
/** Stands for the whole wallet: a select needs a value. */
export const ALL_ACCOUNTS = -1;

export class BalanceState extends TaskOwner {
  /** Index of an account, or ALL_ACCOUNTS. */
  account = $state(ALL_ACCOUNTS);
  range = $state<Range>('all');
  /** Locked money in blocks, soonest first; undefined until it is loaded. */
  locked = $state.raw<readonly Locked[] | undefined>(undefined);
  /** Why the locked money could not be loaded. */
  error = $state.raw<unknown>(undefined);
  /** The line; undefined while it is computed. The component computes it: `$effect(() => view.steps.run())`. */
  readonly steps: InParts<[readonly Transfer[], boolean, Range, number], readonly Step[] | undefined>;
  /** The account to which `locked` belongs. */
  #loaded = ALL_ACCOUNTS;
  readonly #session: Session;
  readonly #loading = this.latest();

  /** `now` in milliseconds: where the line ends. */
  constructor(session: Session, now = Date.now()) {
    super(session.book);
    this.#session = session;
    const { book } = session;
    this.steps = new InParts(
      () => [book.transfers, book.complete, this.range, this.account],
      function* (transfers, complete, range, account) {
        if (!complete) return undefined;
        const since = sinceOf(range, now);
        return yield* balanceSteps(transfers, {
          now,
          ...(account !== ALL_ACCOUNTS && { account }),
          ...(since !== undefined && { since }),
        });
      },
    );
  }
  /** Money that waits for its first block, in piconero: it is neither spendable nor locked for a number of blocks. */
  get waiting(): bigint {
    const { accounts } = this.#session.book;
    const chosen =
      this.account === ALL_ACCOUNTS ? accounts : accounts.filter(({ index }) => index === this.account);
    const held = chosen.reduce((sum, { balance, unlocked }) => sum + balance - unlocked, 0n);
    const locked = (this.locked ?? []).reduce((sum, { amount }) => sum + amount, 0n);
    return held > locked ? held - locked : 0n;
  }
  /** Loads the locked money of the chosen account, or of all. Of several calls the last one counts. */
  async load(): Promise<void> {
    if (this.account !== this.#loaded) {
      this.#loaded = this.account;
      this.locked = undefined;
    }
    const accounts =
      this.account === ALL_ACCOUNTS ? this.#session.book.accounts.map(({ index }) => index) : [this.account];
    try {
      await this.#loading.run(async (task) => {
        const found: Locked[][] = [];
        for (const account of accounts) found.push(await task.wait(this.#lockedOf(task, account)));
        this.locked = groupLocked(found.flat());
        this.error = undefined;
      });
    } catch (error) {
      this.error = error;
    }
  }
  async #lockedOf(task: Task, accountIndex: number): Promise<Locked[]> {
    const found: Locked[] = [];
    let from = 0;
    do {
      const { next = 0, coins = [] } = await task.wait(
        this.#session.client.call('x_coins', { accountIndex, from }),
      );
      for (const { state, blocks = 0, amount } of coins)
        if (state === 'locked') found.push({ blocks, amount });
      from = next;
    } while (from > 0);
    return found;
  }
}

const sinceOf = (range: Range, now: number): number | undefined => {
  const date = new Date(now);
  switch (range) {
    case 'all':
      return undefined;
    case 'year':
      return new Date(date.getFullYear() - 1, date.getMonth(), date.getDate()).getTime();
    case 'month':
      return new Date(date.getFullYear(), date.getMonth(), date.getDate() - 30).getTime();
  }
};
