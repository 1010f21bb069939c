/** The coins of an account: loaded in parts, sorted, frozen and thawed. Used by Coins and by Send. */
import type { Result } from '../../client/client.ts';
import { millis } from '../format/time.ts';
import type { Session } from '../state/session.svelte.ts';
import type { Task } from '../state/task.ts';
import { Attempts } from '../state/attempts.svelte.ts';

type Coin = NonNullable<Result<'x_coins'>['coins']>[number];
/** A coin of x_coins, without gaps and with its times in milliseconds. */
export interface ListedCoin extends Required<Omit<Coin, 'timestamp'>> {
  readonly time: number;
  /** Height of the first block that may spend it. */
  readonly freeAt: number;
}
export type CoinOrder = 'largest' | 'newest' | 'oldest';
/** Number of rows shown at first; more on request, so that thousands of coins stay fast. */
const PAGE = 100;

const BY: Readonly<Record<CoinOrder, (a: ListedCoin, b: ListedCoin) => number>> = {
  largest: (a, b) => (a.amount === b.amount ? b.height - a.height : b.amount > a.amount ? 1 : -1),
  newest: (a, b) => b.height - a.height,
  oldest: (a, b) => a.height - b.height,
};

export class CoinList extends Attempts {
  coins = $state.raw<readonly ListedCoin[]>([]);
  /** All coins of the account were loaded once. */
  ready = $state(false);
  /** Why the coins could not be loaded. */
  loadError = $state.raw<unknown>(undefined);
  order = $state<CoinOrder>('largest');
  #pages = $state(1);
  readonly #session: Session;
  readonly #loading = this.latest();
  #account = -1;

  readonly #sorted = $derived([...this.coins].sort(BY[this.order]));

  constructor(session: Session) {
    super(session.book);
    this.#session = session;
  }
  /** Loads all coins of the account. Of several calls the last one counts. */
  async load(account: number): Promise<void> {
    if (account !== this.#account) {
      this.#account = account;
      this.coins = [];
      this.ready = false;
      this.#pages = 1;
    }
    try {
      await this.#loading.run(async (task) => {
        this.coins = await task.wait(this.#coinsOf(task, account));
        this.ready = true;
        this.loadError = undefined;
      });
    } catch (error) {
      this.loadError = error;
    }
  }
  async #coinsOf(task: Task, accountIndex: number): Promise<readonly ListedCoin[]> {
    const found: ListedCoin[] = [];
    let from = 0;
    do {
      const {
        height,
        next = 0,
        coins = [],
      } = await task.wait(this.#session.client.call('x_coins', { accountIndex, from }));
      for (const coin of coins) found.push(toCoin(coin, height));
      from = next;
    } while (from > 0);
    return found;
  }
  /** Number of rows shown. */
  get length(): number {
    return Math.min(this.coins.length, this.#pages * PAGE);
  }
  get hasMore(): boolean {
    return this.coins.length > this.length;
  }
  more(): void {
    this.#pages += 1;
  }
  sort(order: CoinOrder): void {
    this.order = order;
    this.#pages = 1;
  }
  /** The first `count` shown coins. */
  rows(count: number): readonly ListedCoin[] {
    return this.#sorted.slice(0, Math.min(count, this.length));
  }
  sum(state: ListedCoin['state']): bigint {
    return sumOf(this.coins.filter((coin) => coin.state === state));
  }
  /** The largest coin that can be chosen for a payment. */
  get largest(): ListedCoin | undefined {
    return this.coins
      .filter(({ state, keyImage }) => state === 'spendable' && keyImage !== '')
      .reduce<ListedCoin | undefined>(
        (best, coin) => (best && best.amount >= coin.amount ? best : coin),
        undefined,
      );
  }
  /** Number of coins without a key image: they can be neither frozen nor chosen. */
  get unmarked(): number {
    return this.coins.filter(({ keyImage }) => keyImage === '').length;
  }
  /** Waits until the task that runs now has ended. Returns whether it succeeded; otherwise `error` says why. */
  setFrozen({ keyImage }: ListedCoin, frozen: boolean): Promise<boolean> {
    return this.attemptNext(async (task) => {
      await task.wait(this.#session.client.call(frozen ? 'freeze' : 'thaw', { keyImage }));
      await this.load(this.#account);
    });
  }
}

export function sumOf(coins: readonly ListedCoin[]): bigint {
  return coins.reduce((sum, { amount }) => sum + amount, 0n);
}

const toCoin = ({ timestamp, lockedUntil = 0, ...coin }: Coin, height: number): ListedCoin => ({
  keyImage: '',
  coinbase: false,
  frozen: false,
  blocks: 0,
  ...coin,
  time: millis(timestamp),
  freeAt: height + (coin.blocks ?? 0),
  lockedUntil: lockedUntil * 1000,
});
