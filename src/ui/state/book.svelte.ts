/**
 * The open wallet as the screens see it: accounts, balance, transfers, addresses. Everything is fetched again when
 * the worker says that something changed, one fetch at a time and not more than one a second; while the chain is read,
 * only the end of the history is, which is all that can change then.
 */
import type { Client } from '../../client/client.ts';
import type { Account, Balance, OwnAddress, Transfer, Upcoming } from './model.ts';
import { nextToCome, toTransfers, type WireTransfer } from './transfers.ts';

const PAUSE_MS = 1000;
/** Below so many blocks nothing is taken back but with the person's consent (MAX_REORG in wallet/sync.ts). */
const DEEP = 100;
const DEFAULT_LABEL = 'Primary account';

const isDeep = ({ type, height }: WireTransfer, deep: number): boolean =>
  ['in', 'out', 'block'].includes(type) && height > 0 && height <= deep;

export class Book {
  accounts = $state.raw<readonly Account[]>([]);
  /** Index of the account that home, send and receive are about. */
  account = $state(0);
  transfers = $state.raw<readonly Transfer[]>([]);
  upcoming = $state.raw<Upcoming | undefined>(undefined);
  addresses = $state.raw<readonly OwnAddress[]>([]);
  /** Whether the first fetch has come back. */
  ready = $state(false);
  error = $state.raw<unknown>(undefined);
  height = 0;
  /** Transfers that have a place in the address; see `placeOf`. */
  readonly #places: string[] = [];

  readonly current = $derived(this.accounts.find(({ index }) => index === this.account) ?? this.accounts[0]);
  readonly balance = $derived<Balance>({
    total: this.current?.balance ?? 0n,
    unlocked: this.current?.unlocked ?? 0n,
  });

  readonly #client: Client;
  #running: Promise<void> | undefined;
  #again = false;
  /** Someone waits for it: no pause between fetches. */
  #urgent = false;
  /** The next fetch is of the whole history. */
  #whole = true;
  /** The history as it was fetched last. */
  #entries: readonly WireTransfer[] = [];
  #wake: () => void = () => undefined;
  #last = 0;

  constructor(client: Client) {
    this.#client = client;
  }

  /** Fetches anew, at once; calls that come while a fetch runs share the next one. */
  refresh(): Promise<void> {
    this.#urgent = true;
    this.#wake();
    return this.follow();
  }
  /**
   * Fetches anew, but not more than once a second: the worker said that something changed. While it is `reading` the
   * chain, that is what it found.
   */
  follow(reading = false): Promise<void> {
    this.#whole ||= !reading;
    if (this.#running !== undefined) {
      this.#again = true;
      return this.#running;
    }
    this.#running = this.#loop().finally(() => (this.#running = undefined));
    return this.#running;
  }
  async choose(account: number): Promise<void> {
    this.account = account;
    await this.refresh();
  }
  /** Forgets everything: the wallet was closed. */
  clear(): void {
    this.accounts = [];
    this.account = 0;
    this.transfers = [];
    this.upcoming = undefined;
    this.addresses = [];
    this.ready = false;
    this.error = undefined;
    this.height = 0;
    this.#whole = true;
    this.#entries = [];
    this.#places.length = 0;
  }
  /**
   * Where a transfer stands in the page's address. Browsers keep addresses in their history, so its ID is not in
   * there: a number that means nothing once the page is closed.
   */
  placeOf(txid: string): string {
    const known = this.#places.indexOf(txid);
    return `${known >= 0 ? known : this.#places.push(txid) - 1}`;
  }
  /** Empty for a place of an earlier time. */
  txidAt(place: string | undefined): string {
    return this.#places[Number(place)] ?? '';
  }
  addressesOf(account: number): readonly OwnAddress[] {
    return this.addresses.filter((address) => address.account === account);
  }
  labelOf(account: number, index: number): string {
    return this.addresses.find((own) => own.account === account && own.index === index)?.label ?? '';
  }
  owns(address: string): boolean {
    return this.addresses.some((own) => own.address === address);
  }
  /** Whether money was sent there before. */
  hasPaid(address: string): boolean {
    return this.transfers.some(
      ({ destinations, state }) => state !== 'failed' && destinations.some((to) => to.address === address),
    );
  }

  async #loop(): Promise<void> {
    do {
      this.#again = false;
      const pause = this.#last + PAUSE_MS - Date.now();
      if (pause > 0 && !this.#urgent)
        await new Promise<void>((resolve) => {
          this.#wake = resolve;
          setTimeout(resolve, pause);
        });
      this.#urgent = false;
      this.#last = Date.now();
      try {
        await this.#fetch();
        this.error = undefined;
      } catch (error) {
        this.error = error;
        this.#whole = true;
      }
      // Set by `refresh` while we waited.
    } while (this.#again as boolean);
  }

  async #fetch(): Promise<void> {
    const client = this.#client;
    const [{ subaddress_accounts = [] }, { entries, height }] = await Promise.all([
      client.call('get_accounts', {}),
      this.#history(),
    ]);
    const accounts = subaddress_accounts.map(
      ({ account_index, label, balance, unlocked_balance }): Account => ({
        index: account_index,
        label: account_index === 0 && label === DEFAULT_LABEL ? '' : label,
        balance,
        unlocked: unlocked_balance,
      }),
    );
    const transfers = toTransfers(entries, height);
    const [addresses, upcoming] = await Promise.all([
      this.#addresses(accounts),
      this.#upcoming(accounts, transfers, height),
    ]);
    this.height = height;
    this.#entries = entries;
    this.accounts = accounts;
    this.transfers = transfers;
    this.addresses = addresses;
    this.upcoming = upcoming;
    this.ready = true;
  }

  /** The height is asked for first: what the next blocks bring must lie above it. */
  async #history(): Promise<{ readonly entries: readonly WireTransfer[]; readonly height: number }> {
    const deep = this.#whole ? 0 : Math.max(0, this.height - DEEP);
    this.#whole = false;
    const { height } = await this.#client.call('get_height', {});
    const list = await this.#client.call('get_transfers', {
      ...{ in: true, out: true, pending: true, failed: true, pool: true, all_accounts: true },
      ...(deep > 0 && { filter_by_height: true, min_height: deep }),
    });
    const found = [list.in, list.out, list.pending, list.failed, list.pool].flatMap((each) => each ?? []);
    // Nothing is kept of a chain that is read anew.
    const kept = height < deep ? [] : this.#entries.filter((entry) => isDeep(entry, deep));
    return { entries: [...kept, ...found], height };
  }

  async #addresses(accounts: readonly Account[]): Promise<OwnAddress[]> {
    const lists = await Promise.all(
      accounts.map(async ({ index }) => {
        const [{ addresses = [] }, { per_subaddress = [] }] = await Promise.all([
          this.#client.call('get_address', { account_index: index }),
          this.#client.call('get_balance', { account_index: index }),
        ]);
        const balances = Object.fromEntries(per_subaddress.map((own) => [own.address_index, own.balance]));
        return addresses.map(({ address, label, address_index, used }): OwnAddress => ({
          account: index,
          index: address_index,
          address,
          label: address_index === 0 ? '' : label,
          used,
          balance: balances[address_index] ?? 0n,
        }));
      }),
    );
    return lists.flat();
  }

  async #upcoming(
    accounts: readonly Account[],
    transfers: readonly Transfer[],
    height: number,
  ): Promise<Upcoming | undefined> {
    const account = accounts.find(({ index }) => index === this.account) ?? accounts[0];
    if (account === undefined) return undefined;
    const own = transfers.filter((transfer) => transfer.account === account.index);
    const locked = account.balance - account.unlocked;
    const { transfers: coins = [] } =
      locked > 0n
        ? await this.#client.call('incoming_transfers', {
            transfer_type: 'available',
            account_index: account.index,
          })
        : {};
    return nextToCome(coins, own, locked, height);
  }
}
