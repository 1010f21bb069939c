/** State of the open wallet, its sync and its node. Opens, locks and takes over wallets. */
import type { Client, Result } from '../../client/client.ts';
import { Backups, type BackupKind } from './backups.ts';
import { SendingMark } from './sending-mark.svelte.ts';
import { WalletData } from './wallet-data.svelte.ts';
import { Contacts } from './contacts.svelte.ts';
import { MigrationGuide } from './migration-guide.svelte.ts';
import { Passkeys } from './passkeys.svelte.ts';
import { Unsent } from './unsent.svelte.ts';
import type { DeviceLink } from './device-link.ts';
import { KeptDraft } from './kept-draft.ts';
import { newRulesOf } from './rules.ts';
import { Tasks, type Task } from './task.ts';
import { isTestNetwork, NO_STATUS, type Devnet, type Status, type WalletEntry } from './model.ts';

/**
 * `kept`: the browser has promised to keep the data until the person removes it. `evictable`: it has not. `memory`: it stores
 * nothing here, and wallets are gone when the page closes.
 */
type StorageKind = 'kept' | 'evictable' | 'memory';
export type ClosedReason = 'locked' | 'taken_over' | 'stopped';
export interface LastClosed {
  readonly wallet: string;
  readonly reason: ClosedReason;
  readonly at: number;
}
/** The worker has closed the wallet and could not erase it. */
interface FailedRemoval {
  readonly wallet: string;
  readonly error: unknown;
}
const TOUCH_MS = 20_000;
const LOOPBACK = /^https?:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?\/?$/;

export class Session {
  status = $state.raw<Status>(NO_STATUS);
  wallets = $state.raw<readonly WalletEntry[]>([]);
  /** Names of wallets that this browser had and has deleted (eviction). */
  missing = $state.raw<readonly string[]>([]);
  storage = $state<StorageKind>('kept');
  /** Little space is left on this device. */
  shortOfSpace = $state(false);
  devnet = $state.raw<Devnet | undefined>(undefined);
  /** The start is over: the page shows a screen, or why it cannot. */
  started = $state(false);
  /** The worker has answered, or could not. */
  answered = false;
  /** Why the page cannot start. */
  broken = $state.raw<unknown>(undefined);
  lastClosed = $state.raw<LastClosed | undefined>(undefined);
  /** Name of the wallet that was just restored from its words, until the user has read a companion or has none. */
  restored = $state('');
  /** Name of the wallet that is being removed from this device: its screen stays until the worker has answered. */
  removing = $state('');
  failedRemoval = $state.raw<FailedRemoval | undefined>(undefined);
  /** Money has arrived, or the wallet was opened, and no screen has shown it with a wave yet. */
  moment = $state(false);
  /** When the wallet was last in contact with its node without a problem, in milliseconds. */
  knownAt = $state(0);
  readonly book: WalletData;
  readonly contacts: Contacts;
  readonly passkeys: Passkeys;
  readonly backups: Backups;
  /** A payment that was being sent when the page ended. */
  readonly sending: SendingMark;
  readonly migration = new MigrationGuide();
  /** The typed payment in the wallet file. */
  readonly keptDraft: KeptDraft;
  /** Resolves when `book.sendDraft` has what the wallet file kept. */
  draftRead: Promise<void> = Promise.resolve();

  readonly open = $derived(this.status.wallet !== '');
  readonly testNetwork = $derived(isTestNetwork(this.status));
  /** Monero's rules that this build cannot read, if the chain has them. */
  readonly newRules = $derived(newRulesOf(this.status));
  readonly hasNode = $derived(this.status.node.address !== '');
  /** The wallet sees no payments until a node is chosen; a device without a network chooses none. */
  readonly needsNode = $derived.by(() => !this.hasNode && !this.status.cold && !this.offlineEdition);
  /** The problem of the chosen node. The worker reports it as a problem, too, that none is chosen. */
  readonly nodeProblem = $derived(this.hasNode ? this.status.problem : undefined);
  readonly reading = $derived(this.status.phase === 'reading');
  /** Blocks are read, for the open wallet or for a locked one. */
  readonly readsNow = $derived(this.reading || this.status.readingOn !== undefined);
  /** The wallet has scanned up to the newest block. */
  readonly upToDate = $derived(this.status.phase === 'done');
  readonly watchOnly = $derived(this.status.kind === 'view');
  readonly shared = $derived(this.status.kind === 'multisig');
  /** Number of signatures that a payment needs; 0 without multisig. */
  readonly threshold = $derived(this.status.threshold);
  /** Payments that wait for signatures of other devices. */
  readonly unsent: Unsent;

  readonly client: Client;
  /** This page has no network (docs/offline.md). */
  readonly offlineEdition: boolean;
  readonly #loadDevnet: () => Promise<Devnet | undefined>;
  readonly #lockMinutes: () => number;
  readonly #keepStorage: () => Promise<unknown>;
  readonly #removed: (name: string) => Promise<unknown>;
  readonly #joins: boolean;
  #touched = 0;
  /** Openings that this page has asked for and that have no answer yet. */
  #opening = 0;
  /** Tasks of the page, which nothing ends: what the worker answers is true whatever a screen shows. */
  readonly #page = new Tasks();
  readonly #listing = new Tasks();
  /** Tasks that end when the wallet is closed. */
  readonly #ofWallet: Tasks;

  constructor(
    client: Client,
    options: {
      loadDevnet?: () => Promise<Devnet | undefined>;
      lockMinutes?: () => number;
      backups?: Backups;
      sending?: SendingMark;
      /** Asks the browser not to evict stored data. */
      keepStorage?: () => Promise<unknown>;
      /** Forgets what else this device stores under the name of a removed wallet. */
      removed?: (name: string) => Promise<unknown>;
      offlineEdition?: boolean;
      /** The worker may be that of another window, which opens and closes wallets, too. */
      joins?: boolean;
    } = {},
  ) {
    this.client = client;
    this.offlineEdition = options.offlineEdition ?? false;
    this.#joins = options.joins ?? false;
    this.book = new WalletData(client);
    this.#ofWallet = new Tasks(this.book);
    this.contacts = new Contacts(client);
    this.passkeys = new Passkeys(client);
    this.keptDraft = new KeptDraft(client);
    this.unsent = new Unsent(client);
    this.backups = options.backups ?? new Backups(undefined);
    this.sending = options.sending ?? new SendingMark(undefined);
    this.#loadDevnet = options.loadDevnet ?? (() => Promise.resolve(undefined));
    this.#lockMinutes = options.lockMinutes ?? (() => 0);
    this.#keepStorage = options.keepStorage ?? (() => Promise.resolve());
    this.#removed = options.removed ?? (() => Promise.resolve());
  }

  /** Listens to the worker until the returned function is called. */
  listen(): () => void {
    const stops = [
      this.client.on('status', (status) => {
        const before = this.status.wallet;
        this.#take(toStatus(status));
        const openedElsewhere = this.#joins && this.answered && this.#opening === 0;
        if (openedElsewhere && this.open && before !== this.status.wallet) void this.#joined();
      }),
      this.client.on('changed', ({ historyFrom }) => {
        void this.book.follow(historyFrom);
        void this.#loadUnsent().catch(() => undefined);
      }),
      this.client.on('closed', ({ reason }) => {
        if (this.removing === '') void this.#closed(reason);
      }),
    ];
    return () => stops.forEach((stop) => stop());
  }

  /**
   * `firstVisit`: whether this device certainly has no wallets. Then the first screen is shown before the worker has
   * answered, whose answer still counts when it comes.
   */
  async start(firstVisit?: Promise<boolean>): Promise<void> {
    await this.#page.run(async (task) => {
      const first =
        firstVisit &&
        this.#page.run(async (visit) => {
          this.started ||= await visit.wait(firstVisit);
        });
      const [answered] = await task.wait(Promise.allSettled([this.#firstAnswers(task)]));
      if (answered.status === 'rejected') this.broken = answered.reason;
      this.started = this.answered = true;
      await task.wait(Promise.all([first, this.#loadNetwork(task)]));
    });
  }
  async #firstAnswers(task: Task): Promise<void> {
    const [status] = await task.wait(Promise.all([this.client.call('x_status', {}), this.loadWallets()]));
    this.#take(toStatus(status));
    if (this.open) await Promise.all([...this.#loads(), this.book.refresh()]);
  }
  async #loadNetwork(task: Task): Promise<void> {
    this.devnet = await task.wait(this.#loadDevnet());
    if (this.devnet) await this.#useDevnet(task, this.devnet).catch(() => undefined);
  }
  /** Uses the devnet's node where none is chosen, or where one of an earlier devnet is, which had another port. */
  async #useDevnet(task: Task, { daemon, nodes }: Devnet): Promise<void> {
    const { address } = this.status.node;
    if (address === daemon || nodes.includes(address)) return;
    if (address !== '' && (!LOOPBACK.test(address) || (await task.wait(this.#answers(address))))) return;
    await this.client.call('x_set_node', { address: daemon, trusted: true });
  }
  #answers(address: string): Promise<boolean> {
    return this.client.call('x_node_health', { address }).then(
      () => true,
      () => false,
    );
  }
  async loadWallets(): Promise<void> {
    await this.#listing.run((task) => this.#loadWallets(task));
  }
  async #loadWallets(task: Task): Promise<void> {
    const [{ wallets = [] }, { persisted, missing = [], short = false, inMemory = false }] = await task.wait(
      Promise.all([
        this.client.call('x_list_wallets', {}),
        this.client.call('x_storage', {}),
        this.passkeys.load(),
      ]),
    );
    // A copy that is read in the background is part of its wallet.
    const copies = new Set(wallets.map(({ name }) => `${name}.background`));
    this.wallets = wallets.filter(({ name }) => !copies.has(name)).sort((a, b) => b.usedAt - a.usedAt);
    this.missing = missing;
    this.storage = inMemory ? 'memory' : persisted ? 'kept' : 'evictable';
    this.shortOfSpace = short;
    this.backups.keepOnly(this.wallets);
    this.sending.keepOnly(this.wallets);
  }
  /** The open wallet in the list; undefined while the list does not have it. */
  get entry(): WalletEntry | undefined {
    return this.wallets.find(({ name }) => name === this.status.wallet);
  }
  /** Notes that the open wallet has this backup, made now or at another time in milliseconds. */
  noteBackup(kind: BackupKind, at?: number): void {
    const { entry } = this;
    if (entry) this.backups.note(entry, kind, at);
  }

  /**
   * Call it in the click that creates or opens a wallet, because browsers require that. The answer is not awaited.
   */
  keepStorage(): void {
    void this.#keepStorage().catch(() => undefined);
  }
  async openWallet(filename: string, password: string, takeOver = false): Promise<void> {
    this.keepStorage();
    await this.openBy(() =>
      this.client.call(takeOver ? 'x_take_over' : 'open_wallet', { filename, password }),
    );
  }
  /**
   * Shows the wallet that `open` opens or creates, also if the screen that asked for it was left meanwhile. Then `then`,
   * unless the wallet was closed again.
   */
  async openBy(open: () => Promise<unknown>, then: () => void = () => undefined): Promise<void> {
    await this.#page.run(async (task) => {
      const { generation } = this.book;
      this.#opening += 1;
      const [opened] = await task.wait(Promise.allSettled([open()]));
      this.#opening -= 1;
      if (opened.status === 'rejected') throw opened.reason;
      await task.wait(this.loadStatus());
      // The wallet that was open was opened anew: no status has named another one.
      if (generation === this.book.generation) this.#clearForNext();
      if (await this.#opened()) then();
    });
  }
  /**
   * After a method that may have opened another wallet, or closed this one: shows what is open now. `generation`: that of the
   * book before the method was called.
   */
  async follow(generation: number): Promise<void> {
    await this.#page.run(async (task) => {
      await task.wait(this.loadStatus());
      if (!this.open) await this.gone();
      else if (generation === this.book.generation) await this.reload();
      else await this.#opened();
    });
  }
  /** `output`: what the authenticator answered; it is overwritten. Call `keepStorage` in the click before. */
  async openWithPasskey(filename: string, output: Uint8Array, pin: string, takeOver = false): Promise<void> {
    try {
      await this.openBy(() => this.client.call('x_open_with_passkey', { filename, output, pin, takeOver }));
    } finally {
      output.fill(0);
    }
  }
  /** Fetches the data of a wallet whose status is here, and starts the lock timer. Returns false if the wallet was closed meanwhile. */
  async #opened(): Promise<boolean> {
    if (!this.open) return false;
    this.lastClosed = undefined;
    this.failedRemoval = undefined;
    this.moment = true;
    return this.#ofWallet.run(async (task) => {
      const loading = this.#loads();
      await task.wait(this.client.call('x_auto_lock', { minutes: this.#lockMinutes() }));
      this.sending.load(this.status.wallet, this.entry?.createdAt);
      await task.wait(Promise.all([...loading, this.book.refresh()]));
      await this.loadWallets();
    });
  }
  /** Loads the wallet that another window has opened. Without an answer the screens load what they need themselves. */
  async #joined(): Promise<void> {
    this.lastClosed = undefined;
    await this.#ofWallet.run(async (task) => {
      this.sending.load(this.status.wallet, this.entry?.createdAt);
      await task.wait(Promise.allSettled([...this.#loads(), this.book.refresh(), this.loadWallets()]));
    });
  }
  async lock(): Promise<void> {
    const { wallet } = this.status;
    await this.#page.run(async (task) => {
      await task.wait(this.keptDraft.flush());
      await task.wait(this.client.call('close_wallet', {}));
      await this.#closed('locked', wallet);
    });
  }
  /**
   * Removes a wallet from this device. Rejects if it could not be erased; after it was closed, `failedRemoval` says why, too.
   */
  async remove(name: string, password: string): Promise<void> {
    await this.#page.run(async (task) => {
      this.removing = name;
      const [removed] = await task.wait(
        Promise.allSettled([this.client.call('x_delete_wallet', { name, password })]),
      );
      if (removed.status === 'fulfilled') {
        void this.#removed(name).catch(() => undefined);
        await task.wait(this.gone());
      }
      this.removing = '';
      if (removed.status === 'fulfilled') return;
      const wasOpen = this.status.wallet === name;
      await task.wait(this.loadStatus());
      if (wasOpen && !this.open) this.failedRemoval = { wallet: name, error: removed.reason };
      throw removed.reason;
    });
  }
  /** Call it after the open wallet was removed from the device. */
  async gone(): Promise<void> {
    this.restored = '';
    this.status = { ...this.status, wallet: '', phase: 'closed' };
    this.lastClosed = undefined;
    this.#clear();
    await this.loadWallets();
  }
  #clear(): void {
    this.keptDraft.forget();
    this.unsent.clear();
    this.contacts.clear();
    this.book.clear();
  }
  #clearForNext(): void {
    this.#clear();
    // Two windows that share a wallet would show what the other one has sent, and replace what is typed there.
    if (!this.#joins) this.draftRead = this.#loadDraft();
  }
  /** Call it when everything is being removed from this device: the worker has ended, and no wallet is left. */
  erased(): void {
    this.status = NO_STATUS;
    this.lastClosed = undefined;
    this.#page.end();
    this.#listing.end();
    this.#clear();
    this.wallets = [];
    this.missing = [];
  }
  /** Loads the status again, after changes without an event. */
  async loadStatus(): Promise<void> {
    await this.#page.run(async (task) => {
      this.#take(toStatus(await task.wait(this.client.call('x_status', {}))));
    });
  }
  /** Loads the status and the wallet's data again, after changes by this page. */
  async reload(): Promise<void> {
    await Promise.all([this.loadStatus(), this.book.refresh(0), this.#loadUnsent()]);
  }
  /** Loads what a wallet needs once when it is opened. */
  #loads(): readonly Promise<unknown>[] {
    return [this.#loadUnsent(), this.loadContacts()];
  }
  async #loadDraft(): Promise<void> {
    await this.#ofWallet.run(async (task) => {
      const draft = await task.wait(this.keptDraft.load());
      this.book.sendDraft ??= draft;
    });
  }
  /** Loads the contacts. Without them only names are missing, so an error is ignored. */
  loadContacts(): Promise<void> {
    return this.contacts.load().catch(() => undefined);
  }
  /** Only view-only and multisig wallets have payments that wait for other devices. */
  async #loadUnsent(): Promise<void> {
    if (this.watchOnly || this.shared) await this.unsent.load();
  }
  /** Tells the worker at most every 20 seconds that the user is active. */
  touch(now = Date.now()): void {
    if (!this.open || now - this.#touched < TOUCH_MS) return;
    this.#touched = now;
    void this.client.call('x_keep_alive', {}).catch(() => undefined);
  }
  /** Tells the worker whether the page is hidden; a hidden page's worker asks the node less often. */
  hide(hidden: boolean): void {
    void this.client.call('x_hidden', { hidden }).catch(() => undefined);
    // Another tab may take the wallet over now.
    if (hidden) void this.keptDraft.flush();
    // Another tab may have added or removed wallets meanwhile.
    if (!hidden && this.answered && !this.open) void this.loadWallets().catch(() => undefined);
  }

  /** Sends the kind of network connection to the worker. */
  setLink(link: DeviceLink): void {
    void this.client.call('x_link', { link }).catch(() => undefined);
  }

  #take(given: Status): void {
    // The worker closes the wallet before it erases it.
    if (this.removing !== '' && given.wallet === '') return;
    // The idle time ended while the wallet was reading: it is locked, and the worker goes on.
    if (this.open && given.wallet === '') void this.#closed('locked');
    // Without a network, a wallet that can spend is the signing device of one that watches.
    const signs = this.offlineEdition && given.wallet !== '' && given.kind === 'spend';
    const status = signs ? { ...given, cold: true } : given;
    // A screen of the wallet may load as soon as its status is here, which may come before the answer to opening it.
    if (status.wallet !== '' && status.wallet !== this.status.wallet) this.#clearForNext();
    const grown = status.height !== this.status.height || status.phase !== this.status.phase;
    this.knownAt = knownAt(this.knownAt, this.status, status);
    const ended = this.reading && status.phase === 'done';
    this.status = status;
    // Confirmations change with every block, even if no money moved. When scanning ends, load at once.
    if (grown && status.wallet !== '' && this.book.wanted)
      void (ended ? this.book.refresh() : this.book.follow());
  }
  async #closed(reason: ClosedReason, wallet = this.status.wallet): Promise<void> {
    if (wallet !== '') this.lastClosed = { wallet, reason, at: Date.now() };
    this.status = { ...this.status, wallet: '', phase: 'closed', readingOn: undefined };
    this.#clear();
    await this.loadWallets().catch(() => undefined);
  }
}

/**
 * The time of the node's last answer, in milliseconds; 0 if it has not answered since the wallet was opened. `known`: that time
 * before this status.
 */
const knownAt = (
  known: number,
  before: Status,
  { wallet, height, node, problem, lastPass = 0 }: Status,
): number => {
  if (wallet !== before.wallet) return lastPass;
  const grown = node.address !== '' && problem === undefined && height > before.height;
  return grown ? Date.now() : Math.max(known, lastPass);
};

const toStatus = (answer: Result<'x_status'>): Status => ({ ...NO_STATUS, ...answer });
