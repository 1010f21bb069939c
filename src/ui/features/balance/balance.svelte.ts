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
  /** Money in blocks that no time unlocks: it waits for signatures, or is older than RingCT or newer than this wallet. */
  #kept = $state(0n);
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
    const other = (this.locked ?? []).reduce((sum, { amount }) => sum + amount, this.#kept);
    return held > other ? held - other : 0n;
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
        const found: Coin[] = [];
        for (const account of accounts) found.push(...(await task.wait(this.#coinsOf(task, account))));
        this.locked = groupLocked(found.filter(isLocked));
        this.#kept = found.filter((coin) => this.#isKept(coin)).reduce((sum, { amount }) => sum + amount, 0n);
        this.error = undefined;
      });
    } catch (error) {
      this.error = error;
    }
  }
  /** Not among the unlocked money, and not locked for a number of blocks. */
  #isKept({ state, blocks, keyImage }: Coin): boolean {
    if (state !== 'unknown') return state === 'bound' || state === 'later';
    // A signer's coin whose key image is not known yet counts as unlocked.
    return blocks === 0 && (keyImage !== '' || this.#session.watchOnly);
  }
  async #coinsOf(task: Task, accountIndex: number): Promise<Coin[]> {
    const found: Coin[] = [];
    let from = 0;
    do {
      const { next = 0, coins = [] } = await task.wait(
        this.#session.client.call('x_coins', { accountIndex, from }),
      );
      for (const { state, blocks = 0, amount, keyImage = '' } of coins)
        if (state !== 'spendable') found.push({ state, blocks, amount, keyImage });
      from = next;
    } while (from > 0);
    return found;
  }
}

interface Coin extends Locked {
  readonly state: string;
  /** Empty: not known. */
  readonly keyImage: string;
}
/** A signer learns the key image of a coin later than it sees the coin. */
const isLocked = ({ state, blocks }: Coin): boolean =>
  blocks > 0 && (state === 'locked' || state === 'unknown');

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
