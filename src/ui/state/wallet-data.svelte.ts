/**
 * The open wallet as screens show it: accounts, balance, transfers, addresses. It loads them again when the worker
 * reports a change: one request at a time, at most one per second. Of the history only the changed part is loaded:
 * the worker says from which height, and the answer comes in pages, so that no answer takes long to process. After
 * unlocking the first page is shown at once, and the older pages follow in the background.
 */
import type { Client } from '../../client/client.ts';
import { HistoryLoader } from './history-loader.svelte.ts';
import { HistoryView } from './history-view.svelte.ts';
import type { Account, Transfer, Upcoming } from './model.ts';
import { accountsOf, upcomingOf } from './overview.ts';
import { OwnAddresses } from './own-addresses.svelte.ts';
import type { SendDraft } from './send-draft.ts';
import { LatestTask, Tasks, type Task } from './task.ts';

const PAUSE_MS = 1000;

export class WalletData {
  accounts = $state.raw<readonly Account[]>([]);
  /** Index of the account that Home, Send and Receive show. */
  account = $state(0);
  upcoming = $state.raw<Upcoming | undefined>(undefined);
  /** Money of the account from before RingCT, which this wallet cannot spend. */
  preRingct = $state(0n);
  /** Money of the account that was received under the rules of Carrot, which this wallet cannot spend yet. */
  carrot = $state(0n);
  readonly addresses: OwnAddresses;
  /** The filter and sections of History. */
  readonly history = new HistoryView();
  /** The typed form of Send; undefined: nothing is typed. */
  sendDraft = $state.raw<SendDraft | undefined>(undefined);
  /** The last payment that was made for a signing device, as it was typed. */
  madeDraft: { readonly id: string | undefined; readonly draft: SendDraft | undefined } | undefined;
  /** Why the chain was not read again, or from which block it was, without finding anything; until the person closes it. */
  readAgain = $state.raw<{ readonly error: unknown } | { readonly from: number } | undefined>(undefined);
  /** The first request has been answered. */
  ready = $state(false);
  error = $state.raw<unknown>(undefined);
  /** Texts that have a number in the page's address; see `urlIdOf`. */
  readonly #txids: string[] = [];

  readonly current = $derived(this.accounts.find(({ index }) => index === this.account) ?? this.accounts[0]);

  readonly #paid = $derived(timesPaid(this.transfers));
  readonly #client: Client;
  readonly #loader: HistoryLoader;
  /** Loads the newest data; ends when the wallet is closed. */
  readonly #loading = new LatestTask(this);
  /** A caller waits: no pause between requests. */
  #urgent = false;
  /** Height from which the history must be loaded. 0: all of it; Infinity: only pending transactions. */
  #from = 0;
  readonly #waiting = new Tasks(this);
  /** Counts open wallets: answers for an earlier one are dropped. */
  #generation = 0;
  #endPause: () => void = () => undefined;
  #last = 0;

  constructor(client: Client) {
    this.#client = client;
    this.#loader = new HistoryLoader(client, this);
    this.addresses = new OwnAddresses(client);
  }

  /** Another number for each wallet that was open: what belongs to an earlier one must not be shown. */
  get generation(): number {
    return this.#generation;
  }
  /** A screen has requested the data, so it must be kept up to date. */
  get wanted(): boolean {
    return this.ready || this.#loading.running;
  }

  /** All transfers are loaded. */
  get complete(): boolean {
    return this.#loader.complete;
  }
  /** Newest first; without the oldest ones until `complete`. */
  get transfers(): readonly Transfer[] {
    return this.#loader.transfers;
  }
  /** Number of known blocks at the last request. */
  get height(): number {
    return this.#loader.height;
  }
  /** Resolves when all transfers are loaded; rejects when they cannot be loaded, or the wallet is closed. */
  async whole(): Promise<void> {
    const loaded = await this.#waiting.run(async (task) => {
      if (!this.ready) await task.wait(this.refresh());
      if (!this.ready) throw this.error;
      while (!this.complete) await task.wait(this.#loader.loadOlder());
    });
    if (!loaded) throw new DOMException('The wallet was closed.', 'AbortError');
  }

  /** Loads again at once; calls during a request share the next one. `from` as in `follow`. */
  refresh(from = Infinity): Promise<void> {
    this.#urgent = true;
    this.#endPause();
    return this.follow(from);
  }
  /** Loads again, at most once a second. The history below height `from` has not changed. */
  async follow(from = Infinity): Promise<void> {
    this.#from = Math.min(this.#from, from);
    await this.#loading.repeat((task) => this.#load(task));
  }
  async choose(account: number): Promise<void> {
    this.account = account;
    // The earlier values are those of the account that was shown.
    this.upcoming = undefined;
    this.preRingct = 0n;
    this.carrot = 0n;
    await this.refresh();
  }
  /** Removes all data, because the wallet was closed. */
  clear(): void {
    this.accounts = [];
    this.account = 0;
    this.#loader.clear();
    this.upcoming = undefined;
    this.preRingct = 0n;
    this.carrot = 0n;
    this.history.clear();
    this.sendDraft = undefined;
    this.madeDraft = undefined;
    this.readAgain = undefined;
    this.addresses.clear();
    this.ready = false;
    this.error = undefined;
    this.#from = 0;
    this.#generation += 1;
    this.#txids.length = 0;
  }
  /**
   * The id of a transfer in the page's address. Browsers store addresses in their history, so the address contains
   * no transaction id, but a name that only this wallet knows; for what is not in the history, a number that means
   * nothing after the page is closed.
   */
  urlIdOf(txid: string): string {
    const own = this.transfers.find((each) => each.txid === txid);
    if (own) return own.urlId;
    const known = this.#txids.indexOf(txid);
    return `${known >= 0 ? known : this.#txids.push(txid) - 1}`;
  }
  /** Empty for a number of an earlier page, and until the transfers are loaded. */
  txidAt(urlId: string | undefined): string {
    return this.transfers.find((each) => each.urlId === urlId)?.txid ?? this.#txids[Number(urlId)] ?? '';
  }
  /** Returns what `txidAt` returns, but once: a screen that is opened again with the number must not take the text again. */
  takeAt(urlId: string | undefined): string {
    const text = this.txidAt(urlId);
    const known = this.#txids.indexOf(text);
    if (known >= 0) this.#txids[known] = '';
    return text;
  }
  /** How many transactions of this wallet have paid the address. */
  timesPaid(address: string): number {
    return this.#paid.get(address) ?? 0;
  }
  get paidAddresses(): readonly string[] {
    return [...this.#paid.keys()];
  }

  async #load(task: Task): Promise<void> {
    const pause = this.#last + PAUSE_MS - Date.now();
    if (pause > 0 && !this.#urgent)
      await task.wait(
        new Promise<void>((resolve) => {
          this.#endPause = resolve;
          setTimeout(resolve, pause);
        }),
      );
    this.#urgent = false;
    this.#last = Date.now();
    const from = this.#from;
    this.#from = Infinity;
    const [fetched] = await task.wait(Promise.allSettled([this.#fetch(task, from)]));
    this.error = fetched.status === 'rejected' ? fetched.reason : undefined;
    if (fetched.status === 'rejected') this.#from = Math.min(this.#from, from);
  }

  async #fetch(task: Task, from: number): Promise<void> {
    const { account, addresses } = this;
    const above = this.#loader.keptBelow(from);
    const wanted = { accountIndex: account, above, addressesSince: addresses.revision };
    const overview = await task.wait(this.#client.call('x_overview', wanted));
    const pages = await task.wait(this.#loader.load(task, above, overview.history!));
    const changed = await task.wait(addresses.load(task, overview.addresses!));
    this.accounts = accountsOf(overview);
    this.#loader.show(pages);
    if (!this.complete) void this.#tryOlder();
    addresses.show(changed);
    this.ready = true;
    // Another account is shown by now: the next request loads its own.
    if (account !== this.account) return;
    this.upcoming = upcomingOf(this.accounts[account], overview);
    this.preRingct = overview.old ?? 0n;
    this.carrot = overview.later ?? 0n;
  }

  /** The next request tries again after an error. */
  async #tryOlder(): Promise<void> {
    await this.#waiting.run(async (task) => {
      const [older] = await task.wait(Promise.allSettled([this.#loader.loadOlder()]));
      if (older.status === 'rejected') this.error = older.reason;
    });
  }
}

/** The number of transactions that paid each address. */
const timesPaid = (transfers: readonly Transfer[]): ReadonlyMap<string, number> => {
  const times = new Map<string, number>();
  for (const { destinations, state } of transfers)
    if (destinations.length > 0 && state !== 'failed')
      for (const address of new Set(destinations.map((to) => to.address)))
        times.set(address, (times.get(address) ?? 0) + 1);
  return times;
};
