/** The fake worker's data: wallets, accounts, the history and the status, and how they change. */
import type { Events, Result } from '../../../src/rpc/contract.ts';
import type { WireStatus } from '../../../src/rpc/wire/status.ts';
import { Refused } from './refused.ts';
import type { Item, Mutable } from './shapes.ts';
import { fakeRequests } from './requests.ts';
import { fakeCoins, lockedCoins, type FakeCoin } from './coins.ts';
import { fakeSites } from './sites.ts';
import { FakeSigners } from './signers.ts';
import { ADDRESSES, HEIGHT, id, PASSWORD, PAYEE, xmr } from './values.ts';

export type Scenario =
  | 'new' // no wallet on the device
  | 'locked' // wallets, none open
  | 'locked-reading' // the same, while one is read further
  | 'home'
  | 'sync'
  | 'empty'
  | 'long'
  | 'late' // payments that wait for longer than usual
  | 'asking' // many blocks are missing, and the person chooses which to read first
  | 'missing' // older days are read later
  | 'years' // a history of three years
  | 'many' // 5,000 transfers
  | 'devnet'
  | 'problem'
  | 'rules'
  | 'rules18'
  | 'carrot' // the new rules are read, and payments are closed
  | 'standin'
  | 'disagreement'
  | 'announced'
  | 'watch'
  | 'cold'
  | 'signers'
  | 'nonode';

export type Entry = Mutable<Result<'get_transfer_by_txid'>['transfer']>;
export type Unsent = Item<Result<'x_unsent_payments'>['payments']>;
export interface FakeAccount {
  label: string;
  unlocked: bigint;
  addresses: { label: string; address: string; used: boolean; requested?: boolean; balance: bigint }[];
}

/** `secret`: the first byte that its authenticator answers. */
export interface FakePasskey {
  readonly credential: Uint8Array;
  readonly salt: Uint8Array;
  readonly secret: number;
  readonly pin: string;
}

export class FakeWallet {
  wallets: Item<Result<'x_list_wallets'>['wallets']>[] = [];
  wallet = '';
  accounts: FakeAccount[] = [];
  entries: Entry[] = [];
  /** Money of Carrot in the first account. */
  later = 0n;
  /** Tags of accounts. */
  tags: Item<Result<'get_account_tags'>['account_tags']>[];
  /** Of the first account. */
  coins: FakeCoin[];
  status: Mutable<WireStatus>;
  minutes = 15;
  /** By the name of the wallet; undefined: damaged. */
  readonly passkeys = new Map<string, FakePasskey | undefined>();
  nodes: Item<Result<'x_nodes'>['nodes']>[] = [
    { address: 'https://node.example:18089', trusted: true, username: '', has_password: false },
    { address: 'https://second.example:18089', trusted: false, username: 'me', has_password: true },
  ];
  roles = { send: '', compare: '' };
  /** The browser stores nothing here. */
  inMemory = false;
  /** What the browser allows, and the wallets that it has lost. */
  storage = {
    persisted: true,
    usage: 4_200_000,
    quota: 2_400_000_000,
    missing: [] as string[],
    short: false,
  };
  /** Set by a test: the next payment is sent, but its answer is lost. */
  relayAnswerLost = false;
  /** The user's own node. */
  readonly node = {
    height: HEIGHT,
    threads: 0,
    minesTo: '',
    bans: new Map([['203.0.113.77', 5400]]),
    limits: { down: 8192, up: 2048 },
  };
  readonly signers: FakeSigners;
  sites: Item<Result<'x_sites'>['sites']>[];
  requests: Item<Result<'x_requests'>['requests']>[];
  contacts: { address: string; description: string }[] = [];
  /** Data stored by programs, by name. */
  readonly attributes = new Map([['shop.order', '1043']]);
  /** Of waiting payments: reads of the pool in a row that did not find it, by transaction id. */
  readonly missing = new Map<string, number>();
  /** Typed payments, by the name of the wallet. */
  readonly drafts = new Map<string, string>();
  /** Payments that wait for signatures. */
  unsent: Unsent[] = [];
  /** Keys on paper that are being swept. */
  paper: Result<'x_sweep_keys_status'> | undefined;
  /** Prepared payments that were not sent or dropped yet, by id. */
  readonly prepared = new Map<string, readonly Entry[]>();
  preparedCount = 0;
  /** Milliseconds since the epoch. */
  mobileData: 'all' | 'newest' | 'ask' = 'newest';
  /** The older blocks are read on any link. */
  restWanted = false;
  readonly now: number;
  readonly #listeners = new Set<(event: { readonly type: string; readonly data: unknown }) => void>();

  constructor(scenario: Scenario, now: number) {
    this.now = now;
    this.tags = scenario === 'home' ? [{ tag: 'Business', label: 'Sales and costs', accounts: [1] }] : [];
    this.coins = scenario === 'empty' ? [] : fakeCoins(now, HEIGHT);
    if (scenario === 'years') this.coins.push(...lockedCoins(now, HEIGHT));
    // Of two coins the watching wallet has no key image yet.
    if (scenario === 'watch') for (const coin of this.coins.slice(1, 3)) coin.key_image = '';
    this.sites = scenario === 'empty' ? [] : fakeSites(now);
    this.requests = scenario === 'empty' ? [] : fakeRequests(now);
    this.signers = new FakeSigners({ ready: scenario === 'signers', used: scenario !== 'empty' });
    this.status = {
      wallet: '',
      kind: 'spend',
      network: 'mainnet',
      devnet: false,
      phase: 'closed',
      height: HEIGHT,
      target_height: HEIGHT,
      start_height: 2_942_000,
      restore_height: 2_942_000,
      missing: 0,
      reading_missing: false,
      spends_known: false,
      blocks_per_second: 0,
      seconds_left: 0,
      node: { address: 'https://node.example:18089', trusted: true },
      cold: false,
      coins: 0,
      unmarked: 0,
      doubtful: 0,
      signing_device: 'other',
      sharing: false,
      threshold: 0,
      sending_closed: false,
    };
  }

  on(listener: (event: { readonly type: string; readonly data: unknown }) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
  emit<Type extends keyof Events>(type: Type, data: Events[Type]): void {
    for (const listener of this.#listeners) listener({ type, data });
  }
  setStatus(changes: Partial<WireStatus>): void {
    Object.assign(this.status, changes);
    this.emit('status', { ...this.status });
  }
  /** Announces a change of the history from this height on; without one, of no block. */
  changed(from = Infinity): void {
    this.emit('changed', { history_from: from });
  }
  /** Adds a block: each entry of the history gets one more confirmation. */
  block(): void {
    const height = this.status.height + 1;
    for (const entry of this.entries) {
      if (entry.type === 'failed') continue;
      if (entry.type === 'pool' || entry.type === 'pending') {
        entry.type = entry.type === 'pool' ? 'in' : 'out';
        entry.height = height - 1;
      }
      entry.confirmations = (entry.confirmations ?? 0) + 1;
      entry.locked = entry.confirmations < 10;
    }
    this.setStatus({ height, target_height: height });
    this.changed(height - 1);
  }

  /** Sets the nodes; the first one is in use. */
  useNodes(nodes: FakeWallet['nodes']): void {
    const hadNone = this.status.node.address === '';
    this.nodes = nodes;
    this.status.node = {
      ...this.status.node,
      address: nodes[0]?.address ?? '',
      trusted: nodes[0]?.trusted ?? false,
    };
    if (!hadNone || nodes.length === 0) return;
    delete this.status.problem;
    if (this.wallet !== '') this.status.phase = 'done';
  }
  open(name: string): void {
    this.wallet = name;
    // Without a node, nothing is read.
    Object.assign(this.status, { wallet: name, phase: this.status.node.address === '' ? 'idle' : 'done' });
  }
  close(): void {
    this.paper = undefined;
    this.wallet = '';
    Object.assign(this.status, { wallet: '', phase: 'closed' });
  }
  /** The chain is read for the keys on paper: they have this, of which some is locked. */
  readPaper(unlocked: bigint, locked = 0n): void {
    const { paper } = this;
    if (!paper) throw new Error('no keys on paper');
    this.paper = {
      ...paper,
      phase: 'done',
      height: paper.target_height,
      balance: unlocked + locked,
      unlocked_balance: unlocked,
      blocks_to_unlock: locked > 0n ? 7 : 0,
    };
    this.emit('status', { ...this.status });
  }
  check(password: string | undefined): void {
    if (password !== PASSWORD && password !== 'new password') throw new Refused(-22, 'wrong_password');
  }
  account(index = 0): FakeAccount {
    const found = this.accounts[index];
    if (found === undefined)
      throw new Refused(-13, 'account_index', { index: 9, count: this.accounts.length });
    return found;
  }
  entry(
    type: string,
    amount: string,
    { note = '', ago = 0, confirmations = 0, ...more }: Partial<Entry> & { readonly ago?: number } = {},
  ): Entry {
    const unmined = type === 'pool' || type === 'pending' || type === 'failed';
    return {
      type,
      txid: id(this.entries.length + 274),
      amount: xmr(amount),
      fee: type === 'out' || type === 'pending' ? xmr('0.00003072') : 0n,
      height: unmined ? 0 : this.status.height - confirmations,
      timestamp: Math.floor((this.now - ago) / 1000),
      confirmations,
      unlock_time: 0n,
      locked: confirmations < 10,
      address: ADDRESSES[2],
      subaddr_index: { major: 0, minor: type === 'in' || type === 'pool' ? 2 : 0 },
      subaddr_indices: [],
      amounts: [xmr(amount)],
      ...(type === 'out' || type === 'pending' || type === 'failed'
        ? { destinations: [{ address: PAYEE, amount: xmr(amount) }] }
        : {}),
      note,
      payment_id: '0000000000000000',
      double_spend_seen: false,
      suggested_confirmations_threshold: 1,
      ...more,
    };
  }
}
