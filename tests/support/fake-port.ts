/**
 * A wallet's worker in memory, for driving screens: the same envelopes, made-up data. Addresses, words and IDs belong
 * to nobody. `scenario` sets the scene; nothing here is used by the product.
 */
import { FILES, PAYLOADS } from './fake-payloads.ts';
import { FakeSigners } from './fake-signers.ts';
import type { PortEvent, RpcPort, RpcRequest, RpcResponse } from '../../src/transport/port.ts';

export type Scenario =
  | 'new' // no wallet on the device
  | 'locked' // wallets, none open
  | 'home'
  | 'sync'
  | 'empty'
  | 'long'
  | 'devnet'
  | 'problem'
  | 'watch'
  | 'cold'
  | 'signers'
  | 'nonode';

const ADDRESSES = [
  '4UJrPUBzXgXk6gBegWncL5Qna5AtrMAkX3DAf4yTvNC8gGPoXXJBLmb1p6GoWuYwY2VQeNTjbykQyLoXSjLkwUoKkwW1SKH',
  '8yqdFxYx16J3NPiVd2bZfvnDijH59AnBxuKiWEqvtLYTgLeVtPJTzEL9yedVbK23XGGZKytyP2m43KyEqzGuVSFQwjsuMPW',
  '81mSDkKwGy2rnEM4iUWbQDEBmavDD8Scg2PxNb2LVhMEfcjXxgWV6DkELJihqd2CjN2DHnKwSstNSau6Y1u7EA9Ei4eS4Sb',
] as const;
export const PAYEE =
  '8chd4Tmcme2juKfRxQ1GLAyPiHYSnoQBeRjRv6H89kbDNRofVLthYE3szv7S4odkU1CSVXwhi4fxEstBzDqgTPnhJ7mFYpT';
export const WORDS =
  'absent bicycle cider gossip dwelling elbow fewest hybrid jubilee lemon sailor magically nozzle oatmeal pancakes quick ridges shelter textbook unveil vogue western yodel zodiac lemon';
const PASSWORD = 'correct horse';
/** Of the one payment that waits, if any does. */
const UNSENT = '5'.repeat(64);
const HEIGHT = 3_381_204;
const XMR = 1_000_000_000_000n;
const xmr = (text: string): bigint => {
  const [whole = '0', decimals = ''] = text.split('.');
  return BigInt(whole) * XMR + BigInt(decimals.padEnd(12, '0'));
};
const text = (value: unknown): string => (typeof value === 'string' ? value : '');
const id = (n: number): string => `${n}`.padStart(4, '3').repeat(16).slice(0, 64);

interface Entry {
  type: string;
  txid: string;
  amount: bigint;
  fee: bigint;
  height: number;
  timestamp: number;
  confirmations: number;
  unlock_time: number;
  locked: boolean;
  address: string;
  subaddr_index: { major: number; minor: number };
  subaddr_indices: { major: number; minor: number }[];
  amounts: bigint[];
  destinations?: { address: string; amount: bigint }[];
  note: string;
  payment_id: string;
  double_spend_seen: boolean;
  suggested_confirmations_threshold: number;
}
interface FakeLevel {
  priority: number;
  fee: bigint;
  amount: bigint;
  inputs: { amount: bigint }[];
  change: bigint;
  unlocked_after: bigint;
  too_much: boolean;
}
interface Own {
  label: string;
  address: string;
  used: boolean;
  balance: bigint;
}
interface FakeAccount {
  label: string;
  unlocked: bigint;
  addresses: Own[];
}
class Refused extends Error {
  readonly code: number;
  readonly fault: string;
  readonly data: Record<string, unknown>;
  constructor(code: number, fault: string, data: Record<string, unknown> = {}) {
    super(fault);
    this.code = code;
    this.fault = fault;
    this.data = data;
  }
}
type Params = Record<string, unknown>;

export class FakePort implements RpcPort {
  readonly #listeners = new Set<(event: PortEvent) => void>();
  wallets: { name: string; created_at: number; used_at: number; open_elsewhere: boolean }[] = [];
  wallet = '';
  accounts: FakeAccount[] = [];
  entries: Entry[] = [];
  status: Record<string, unknown>;
  network = 'mainnet';
  minutes = 15;
  /** Set by a test: the next call of this method is refused with this fault. */
  refuse = new Map<string, Refused>();
  /** Set by a test: the next payment goes out, but nobody hears of it. */
  relayAnswerLost = false;
  readonly signers: FakeSigners;
  /** Payments that wait: as x_unsent_payments answers them. */
  unsent: Record<string, unknown>[] = [];
  readonly calls: { method: string; params: Params }[] = [];
  #built = new Map<string, Entry>();
  /** How many payments were prepared. */
  #prepared = 0;
  readonly delay: number;
  readonly #now: number;

  constructor(scenario: Scenario, options: { now?: number; delay?: number } = {}) {
    this.#now = options.now ?? Date.now();
    this.signers = new FakeSigners({ ready: scenario === 'signers', used: scenario !== 'empty' });
    this.delay = options.delay ?? 30;
    this.status = {
      wallet: '',
      kind: 'spend',
      network: 'mainnet',
      devnet: false,
      phase: 'closed',
      height: HEIGHT,
      target_height: HEIGHT,
      start_height: 2_942_000,
      blocks_per_second: 0,
      seconds_left: 0,
      node: { address: 'https://node.example:18089', trusted: true },
    };
    if (scenario === 'new') {
      this.status['node'] = { address: '', trusted: false };
      return;
    }
    const day = 86_400_000;
    this.wallets = [
      {
        name: 'Everyday',
        created_at: this.#now - 400 * day,
        used_at: this.#now - 3_600_000,
        open_elsewhere: false,
      },
      {
        name: 'Savings box',
        created_at: this.#now - 90 * day,
        used_at: this.#now - 9 * day,
        open_elsewhere: true,
      },
    ];
    if (scenario === 'devnet') this.wallets[0]!.name = 'Playground';
    this.#furnish(scenario);
    if (scenario !== 'locked') this.#open(scenario === 'devnet' ? 'Playground' : 'Everyday');
    if (scenario === 'sync')
      Object.assign(this.status, {
        phase: 'reading',
        height: 3_214_560,
        blocks_per_second: 412,
        seconds_left: 404,
      });
    if (scenario === 'problem')
      Object.assign(this.status, {
        phase: 'waiting',
        problem: {
          fault: 'node_unreachable',
          data: { address: 'node.example:18081', hint: 'hidden_by_browser' },
          since: this.#now,
        },
      });
    if (scenario === 'nonode')
      Object.assign(this.status, { node: { address: '', trusted: false }, phase: 'idle' });
    Object.assign(this.status, { coins: 14, unmarked: 0 });
    if (scenario === 'watch') Object.assign(this.status, { kind: 'view', unmarked: 3 });
    if (scenario === 'signers') this.status['kind'] = 'multisig';
    if (scenario === 'cold')
      Object.assign(this.status, { cold: true, phase: 'idle', height: 0, target_height: 0 });
    if (scenario === 'devnet')
      Object.assign(this.status, {
        devnet: true,
        height: 1219,
        target_height: 1219,
        start_height: 0,
        node: { address: 'http://127.0.0.1:28081', trusted: true },
      });
  }

  async request({ id: call, method, params }: RpcRequest): Promise<RpcResponse> {
    const given = (params ?? {}) as Params;
    this.calls.push({ method, params: given });
    await new Promise((resolve) => setTimeout(resolve, this.delay));
    try {
      const refused = this.refuse.get(method);
      if (refused !== undefined) {
        this.refuse.delete(method);
        throw refused;
      }
      return { jsonrpc: '2.0', id: call, result: this.#answer(method, given) };
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      return {
        jsonrpc: '2.0',
        id: call,
        error: { code: error.code, message: error.fault, data: { fault: error.fault, ...error.data } },
      };
    }
  }
  on(listener: (event: PortEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
  emit(type: string, data: unknown): void {
    for (const listener of this.#listeners) listener({ type, data });
  }
  refuseNext(method: string, fault: string, data: Record<string, unknown> = {}): void {
    this.refuse.set(method, new Refused(-1, fault, data));
  }
  setStatus(changes: Record<string, unknown>): void {
    Object.assign(this.status, changes);
    this.emit('status', { ...this.status });
  }
  /** A block arrives: everything that waits gets one on top. */
  block(): void {
    this.status['height'] = Number(this.status['height']) + 1;
    this.status['target_height'] = this.status['height'];
    for (const entry of this.entries) {
      if (entry.type === 'failed') continue;
      if (entry.type === 'pool' || entry.type === 'pending') {
        entry.type = entry.type === 'pool' ? 'in' : 'out';
        entry.height = Number(this.status['height']) - 1;
      }
      entry.confirmations += 1;
      entry.locked = entry.confirmations < 10;
    }
    this.emit('status', { ...this.status });
    this.emit('changed', { history_from: Number(this.status['height']) - 1 });
  }

  #open(name: string): void {
    this.wallet = name;
    Object.assign(this.status, { wallet: name, phase: 'done' });
  }
  get #height(): number {
    return Number(this.status['height']);
  }
  #entry(
    type: string,
    amount: string,
    note: string,
    ago: number,
    confirmations: number,
    more: Partial<Entry> = {},
  ): Entry {
    const unmined = type === 'pool' || type === 'pending' || type === 'failed';
    return {
      type,
      txid: id(this.entries.length + 274),
      amount: xmr(amount),
      fee: type === 'out' || type === 'pending' ? xmr('0.00003072') : 0n,
      height: unmined ? 0 : this.#height - confirmations,
      timestamp: Math.floor((this.#now - ago) / 1000),
      confirmations,
      unlock_time: 0,
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
  #add(
    type: string,
    amount: string,
    note: string,
    ago: number,
    confirmations: number,
    more: Partial<Entry> = {},
  ): void {
    this.entries.push(this.#entry(type, amount, note, ago, confirmations, more));
  }
  #furnish(scenario: Scenario): void {
    const hour = 3_600_000;
    const day = 24 * hour;
    const own = (label: string, address: string, used: boolean, balance: string): Own => ({
      label,
      address,
      used,
      balance: xmr(balance),
    });
    if (scenario === 'empty') {
      this.accounts = [{ label: '', unlocked: 0n, addresses: [own('', ADDRESSES[0], false, '0')] }];
      return;
    }
    if (scenario === 'devnet') {
      this.accounts = [
        {
          label: '',
          unlocked: xmr('35.1843720888'),
          addresses: [own('', ADDRESSES[0], true, '45.1843720888')],
        },
      ];
      this.status['height'] = 1219;
      this.#add('in', '10', 'Test coins', 2 * 60_000, 6, { subaddr_index: { major: 0, minor: 0 } });
      this.#add('block', '35.1843720888', '', 5 * 60_000, 70, { height: 1208 });
      return;
    }
    if (scenario === 'sync') {
      this.accounts = [
        { label: '', unlocked: xmr('7.11204'), addresses: [own('', ADDRESSES[0], true, '7.11204')] },
      ];
      this.#add('in', '6.9', '', 420 * day, 300_000);
      this.#add('in', '0.21204', '', 437 * day, 312_000);
      return;
    }
    if (scenario === 'long') {
      this.accounts = [
        {
          label: '',
          unlocked: 18_446_744_073_709_551_614n,
          addresses: [own('', ADDRESSES[0], true, '18446744.073709551615')],
        },
      ];
      this.#add('in', '0.000000000001', 'Payment from Mara', hour / 3, 7);
      this.#add(
        'out',
        '1204331.073709551615',
        'Refund for the second half of the workshop rent',
        5 * hour,
        148,
      );
      this.#add('in', '3.2', 'Invoice 2025-118', day, 900);
      return;
    }
    this.accounts = [
      {
        label: '',
        unlocked: xmr('12.40851327'),
        addresses: [
          own('', ADDRESSES[0], true, '10.0085'),
          own('Order 1041', ADDRESSES[1], true, '2.40001327'),
          own('Shop counter', ADDRESSES[2], false, '0.85'),
        ],
      },
      {
        label: 'Shop',
        unlocked: xmr('48.1907'),
        addresses: [
          own('', ADDRESSES[0], true, '47.80945529'),
          own('Order 1041', ADDRESSES[1], true, '0.03124471'),
          own('Order 1042', ADDRESSES[1].replace('8yqdFx', '8xqdFx'), true, '0.35'),
          own('Shop counter', ADDRESSES[2], false, '0'),
        ],
      },
      { label: 'Savings', unlocked: xmr('205'), addresses: [own('', ADDRESSES[1], true, '205')] },
    ];
    this.#add('pending', '1.25', 'Bike, second half', hour / 4, 0, { subaddr_index: { major: 1, minor: 0 } });
    this.#add('in', '0.85', 'Payment from Mara', hour / 3, 1);
    this.#add('out', '0.35', 'Coffee shop, order 1042', 2 * hour, 148);
    this.#add('in', '3.2', 'Invoice 2025-118', day, 900);
    this.#add('failed', '0.4', 'Hosting, May', day + hour, 0, { subaddr_index: { major: 1, minor: 0 } });
    this.#add('out', '5', '', 18 * day, 12_000, {
      txid: id(900),
      destinations: [{ address: ADDRESSES[1], amount: xmr('5') }],
    });
    this.#add('in', '5', '', 18 * day, 12_000, { txid: id(900), subaddr_index: { major: 2, minor: 0 } });
    this.#add('in', '0.03124471', '', 19 * day, 14_000, { subaddr_index: { major: 0, minor: 0 } });
    this.#add('in', '0.35', '', 40 * day, 30_000, { subaddr_index: { major: 1, minor: 2 } });
    this.#add('in', '205', 'All that was left of 2019', 700 * day, 500_000, {
      subaddr_index: { major: 2, minor: 0 },
    });
  }

  #total(account: FakeAccount): bigint {
    return account.addresses.reduce((sum, own) => sum + own.balance, 0n);
  }
  #account(params: Params): FakeAccount {
    const found = this.accounts[Number(params['account_index'] ?? 0)];
    if (found === undefined)
      throw new Refused(-13, 'account_index', { index: 9, count: this.accounts.length });
    return found;
  }
  #check(password: unknown): void {
    if (password !== PASSWORD && password !== 'new password') throw new Refused(-22, 'wrong_password');
  }
  #levels(params: Params): FakeLevel[] {
    const account = this.#account(params);
    const sweep = params['sweep'] === true;
    const asked = ((params['destinations'] ?? []) as { amount: bigint }[]).reduce(
      (sum, { amount }) => sum + amount,
      0n,
    );
    return [xmr('0.00003072'), xmr('0.00012288'), xmr('0.0006144')].map((fee, i) => {
      const amount = sweep ? account.unlocked - fee : asked;
      const coin = sweep || amount + fee > xmr('2.4') ? account.unlocked : xmr('2.4');
      return {
        priority: i + 1,
        fee,
        amount,
        inputs: [{ amount: coin }],
        change: coin - amount - fee > 0n ? coin - amount - fee : 0n,
        unlocked_after: account.unlocked - coin,
        too_much: amount + fee > account.unlocked,
      };
    });
  }
  #keep(next: 'sign' | 'send', entry: Entry | undefined, note: string): void {
    const several = this.status['kind'] === 'multisig';
    const [to] = entry?.destinations ?? [];
    this.unsent = [
      {
        id: UNSENT,
        next,
        account_index: 0,
        destinations: [{ address: to?.address ?? PAYEE, amount: entry?.amount ?? xmr('1.25'), own: false }],
        fee: entry?.fee ?? xmr('0.00012288'),
        change: xmr('1.14987712'),
        bound: xmr('2.4'),
        note,
        made_at: Math.floor(Date.now() / 1000),
        differs: [],
        signers: several ? ['a1'.repeat(32)] : [],
        set: several ? PAYLOADS.multisigSet : PAYLOADS.unsigned,
        signed_set: '',
      },
    ];
  }
  #build(params: Params): { entry: Entry; level: FakeLevel } {
    const level = this.#levels(params)[Number(params['priority'] || 2) - 1]!;
    const account = this.#account(params);
    if (level.amount + level.fee > account.unlocked)
      throw new Refused(-37, 'not_enough_unlocked_money', {
        unlocked: account.unlocked,
        needed: level.amount + level.fee,
      });
    const address =
      (params['address'] as string | undefined) ??
      (params['destinations'] as { address: string }[])[0]!.address;
    const entry = this.#entry('pending', '0', '', 0, 0, {
      txid: id(5000 + this.#prepared++),
      amount: level.amount,
      fee: level.fee,
      destinations: [{ address, amount: level.amount }],
      subaddr_index: { major: Number(params['account_index'] ?? 0), minor: 0 },
    });
    this.#built.set(entry.txid, entry);
    return { entry, level };
  }

  #locked(major: number): { blocks: number; amount: bigint }[] {
    return this.entries
      .filter(({ type, subaddr_index }) => ['in', 'block'].includes(type) && subaddr_index.major === major)
      .map(({ type, height, amount }) => ({
        blocks: height + (type === 'block' ? 60 : 10) - this.#height,
        amount,
      }))
      .filter(({ blocks }) => blocks > 0)
      .sort((a, b) => a.blocks - b.blocks);
  }

  #answer(method: string, params: Params): unknown {
    switch (method) {
      case 'x_status':
        return { ...this.status };
      case 'x_list_wallets':
        return { wallets: this.wallets };
      case 'x_storage':
        return { persisted: true, usage: 4_200_000, quota: 2_400_000_000 };
      case 'x_hidden':
      case 'x_keep_alive':
        return {};
      case 'x_resolver':
        return { resolver: typeof params['resolver'] === 'string' ? params['resolver'] : '' };
      case 'x_auto_lock':
        this.minutes = Number(params['minutes']);
        return {};
      case 'x_make_seed':
        return { seed: WORDS, restore_height: HEIGHT - 14 };
      case 'get_languages':
        return {
          languages: ['German', 'English', 'Spanish', 'Japanese'],
          languages_local: ['Deutsch', 'English', 'Español', '日本語'],
        };
      case 'x_word_hint': {
        const words = [...new Set(WORDS.split(' '))].filter((word) =>
          word.startsWith(String(params['prefix'])),
        );
        return words.length > 0 ? { words: words.slice(0, 4) } : {};
      }
      case 'x_check_seed': {
        const words = String(params['seed']).trim().split(/\s+/);
        const known = new Set(WORDS.split(' '));
        if (words.length !== 25) throw new Refused(-1, 'bad_word_count', { count: words.length });
        const index = words.findIndex((word) => !known.has(word));
        if (index >= 0)
          throw new Refused(-1, 'unknown_word', {
            index,
            word: words[index],
            ...(words[index]?.startsWith('sail') ? { suggestion: 'sailor' } : {}),
          });
        if (words.join(' ') !== WORDS) throw new Refused(-1, 'bad_word_checksum', { expected: '' });
        return { language: 'English', address: ADDRESSES[0], was_deprecated: false };
      }
      case 'x_height_at': {
        const months = (this.#now / 1000 - Number(params['timestamp'])) / 120;
        return { height: Math.max(0, Math.floor(HEIGHT - months)) };
      }
      case 'restore_deterministic_wallet':
      case 'generate_from_keys': {
        const name = String(params['filename']);
        if (this.wallets.some((wallet) => wallet.name === name))
          throw new Refused(-21, 'wallet_exists', { name });
        this.wallets.push({ name, created_at: this.#now, used_at: this.#now, open_elsewhere: false });
        this.entries = [];
        this.#furnish('empty');
        this.#open(name);
        this.emit('status', { ...this.status });
        return { address: ADDRESSES[0], info: '', seed: WORDS, was_deprecated: false };
      }
      case 'x_take_over':
      case 'open_wallet': {
        const name = String(params['filename']);
        const wallet = this.wallets.find((entry) => entry.name === name);
        if (wallet === undefined) throw new Refused(-1, 'wallet_not_found', { name });
        this.#check(params['password']);
        if (wallet.open_elsewhere && method === 'open_wallet')
          throw new Refused(-1, 'wallet_open_elsewhere', { name });
        this.#open(name);
        this.emit('status', { ...this.status });
        return {};
      }
      case 'close_wallet':
        this.wallet = '';
        Object.assign(this.status, { wallet: '', phase: 'closed' });
        return {};
      case 'x_delete_wallet':
        this.#check(params['password']);
        this.wallets = this.wallets.filter(({ name }) => name !== params['name']);
        this.wallet = '';
        Object.assign(this.status, { wallet: '', phase: 'closed' });
        return {};
      case 'change_wallet_password':
        this.#check(params['old_password']);
        return {};
      case 'x_check_password':
        this.#check(params['password']);
        return {};
      case 'query_key':
        return { key: params['key_type'] === 'mnemonic' ? WORDS : 'a5b9'.repeat(16) };
      case 'x_overview':
        return {
          accounts: this.accounts.map((account) => ({
            label: account.label,
            balance: this.#total(account),
            unlocked_balance: account.unlocked,
            addresses: account.addresses.map(({ address, label, used, balance }, i) => ({
              address,
              label: i === 0 ? '' : label,
              used,
              balance,
            })),
          })),
          locked: this.#locked(Number(params['account_index'] ?? 0)),
        };
      case 'create_account':
        this.accounts.push({
          label: text(params['label']),
          unlocked: 0n,
          addresses: [{ label: '', address: ADDRESSES[1], used: false, balance: 0n }],
        });
        return { account_index: this.accounts.length - 1, address: ADDRESSES[1] };
      case 'label_account':
        this.#account(params).label = String(params['label']);
        this.emit('changed', { history_from: Infinity });
        return {};
      case 'create_address': {
        const { addresses } = this.#account(params);
        addresses.push({
          label: text(params['label']),
          address: ADDRESSES[addresses.length % 3]!,
          used: false,
          balance: 0n,
        });
        this.emit('changed', { history_from: Infinity });
        return { address: addresses.at(-1).address, address_index: addresses.length - 1 };
      }
      case 'label_address': {
        const { major, minor } = params['index'] as { major: number; minor: number };
        this.accounts[major]!.addresses[minor]!.label = String(params['label']);
        this.emit('changed', { history_from: Infinity });
        return {};
      }
      case 'x_history': {
        const { above: kept = 0, upto = Infinity, limit = 200 } = params as Record<string, number>;
        const mined = this.entries.filter(({ height }) => height > kept && height <= upto);
        const heights = mined.map(({ height }) => height).sort((a, b) => b - a);
        const above = heights.length > limit ? heights[limit - 1]! - 1 : kept;
        const unmined = upto === Infinity ? this.entries.filter(({ height }) => height === 0) : [];
        const entries = [...unmined, ...mined.filter(({ height }) => height > above)];
        return { height: this.#height, above, entries: entries.map((entry) => ({ ...entry })) };
      }
      case 'get_transfer_by_txid': {
        const found = this.entries.filter(({ txid }) => txid === params['txid']);
        if (found.length === 0) throw new Refused(-8, 'unknown_tx', { txid: params['txid'] });
        return { transfer: found[0], transfers: found };
      }
      case 'set_tx_notes': {
        const [txid] = params['txids'] as string[];
        const [note] = params['notes'] as string[];
        for (const entry of this.entries) if (entry.txid === txid) entry.note = note ?? '';
        this.emit('changed', { history_from: 0 });
        return {};
      }
      case 'get_tx_key':
        return { tx_key: 'c0ffee'.repeat(11).slice(0, 64) };
      case 'validate_address': {
        const address = String(params['address']);
        const valid = /^[48][1-9A-HJ-NP-Za-km-z]{94}$/.test(address);
        return {
          valid: valid || address.startsWith('5'),
          integrated: false,
          subaddress: address.startsWith('8'),
          nettype: address.startsWith('5') ? 'stagenet' : valid ? 'mainnet' : '',
          openalias_address: '',
        };
      }
      case 'parse_uri': {
        const match = /^monero:(\w+)(?:\?(.*))?$/.exec(String(params['uri']));
        if (match === null) throw new Refused(-11, 'bad_uri', { reason: 'scheme' });
        const query = new URLSearchParams(match[2] ?? '');
        return {
          uri: {
            address: match[1],
            amount: xmr(query.get('tx_amount') ?? '0'),
            payment_id: '',
            recipient_name: query.get('recipient_name') ?? '',
            tx_description: query.get('tx_description') ?? '',
          },
        };
      }
      case 'make_uri': {
        const amount = (params['amount'] as bigint | undefined) ?? 0n;
        const text =
          amount > 0n
            ? `?tx_amount=${amount / XMR}.${(amount % XMR).toString().padStart(12, '0').replace(/0+$/, '')}`
            : '';
        return { uri: `monero:${String(params['address'])}${text}` };
      }
      case 'x_preview':
        return { levels: this.#levels(params) };
      case 'x_fee_levels':
        return {
          levels: [1, 2, 3].map((priority) => ({ priority, fee_per_byte: 20_000 * priority })),
          quantization_mask: 10_000,
        };
      case 'x_prepare_transfer':
      case 'x_prepare_sweep': {
        const { entry, level } = this.#build({ ...params, sweep: method === 'x_prepare_sweep' });
        const { fee, amount, inputs, change, unlocked_after } = level;
        return { id: entry.txid, fee, amount, inputs, change, unlocked_after };
      }
      case 'x_drop_prepared':
        this.#built.delete(String(params['id']));
        return {};
      case 'x_send_prepared': {
        const entry = this.#built.get(String(params['id']));
        if (entry === undefined) throw new Refused(-1, 'prepared_not_found');
        this.#built.delete(entry.txid);
        if (this.status['kind'] !== 'spend') {
          this.#keep('sign', entry, text(params['note']));
          return { unsent: UNSENT };
        }
        entry.note = text(params['note']);
        entry.timestamp = Math.floor(Date.now() / 1000);
        this.entries.push(entry);
        if (this.relayAnswerLost) {
          this.relayAnswerLost = false;
          throw new Refused(-1, 'relay_unknown', { txid: entry.txid });
        }
        this.emit('changed', { history_from: Infinity });
        return { tx_hash_list: [entry.txid] };
      }
      case 'x_multisig':
        return this.signers.facts(params['enable'] === true, ADDRESSES[0]);
      case 'x_set_cold':
        Object.assign(this.status, { cold: params['enabled'] === true, coins: 0 });
        return {};
      case 'x_export_file':
        this.#check(params['password']);
        return { hex: FILES.ostro };
      case 'x_export_keys_file':
        this.#check(params['password']);
        return { hex: FILES.keys };
      case 'x_import_file':
      case 'x_import_keys_file': {
        if (params['password'] !== PASSWORD)
          throw new Refused(-1, method === 'x_import_file' ? 'wrong_password' : 'wrong_file_password');
        const name = String(params['filename']);
        this.wallets.push({ name, created_at: this.#now, used_at: this.#now, open_elsewhere: false });
        this.#furnish('empty');
        this.#open(name);
        return {};
      }
      case 'export_outputs':
        return { outputs_data_hex: PAYLOADS.outputs };
      case 'import_outputs':
        this.status['coins'] = Number(this.status['coins']) + 2;
        return { num_imported: this.status['coins'] };
      case 'x_export_key_images':
        return { hex: PAYLOADS.keyImages };
      case 'x_import_key_images':
        this.status['unmarked'] = 0;
        return { height: HEIGHT, spent: 0n, unspent: xmr('12.4') };
      case 'x_describe_set': {
        const totals = {
          amount_in: xmr('2.4'),
          amount_out: xmr('2.39987712'),
          change_amount: xmr('1.14987712'),
          change_address: ADDRESSES[0],
          fee: xmr('0.00012288'),
          x_fee_share: 1,
          recipients: [{ address: PAYEE, amount: xmr('1.25') }],
        };
        return {
          summary: totals,
          desc: [{ unlock_time: 0n, dummy_outputs: 0 }],
        };
      }
      case 'sign_transfer':
        return { signed_txset: PAYLOADS.signed, tx_hash_list: [id(6000)] };
      case 'x_unsent_payments':
        return { payments: this.unsent };
      case 'x_discard_payment':
        this.unsent = [];
        return {};
      case 'x_keep_payment':
        if (this.unsent.length === 0) this.#keep('sign', undefined, '');
        if (this.status['kind'] === 'view')
          Object.assign(this.unsent[0]!, { next: 'send', signed_set: PAYLOADS.signed });
        else Object.assign(this.unsent[0]!, { set: PAYLOADS.multisigSet, signers: ['b2'.repeat(32)] });
        return { id: UNSENT };
      case 'sign_multisig':
        Object.assign(this.unsent[0]!, { next: 'send', signers: ['b2'.repeat(32), 'a1'.repeat(32)] });
        return { tx_data_hex: PAYLOADS.multisigSet, tx_hash_list: ['6'.repeat(64)] };
      case 'submit_multisig':
      case 'submit_transfer': {
        this.unsent = [];
        const entry = this.#entry('pending', '1.25', '', 0, 0, { txid: id(6000) });
        this.entries.push(entry);
        this.emit('changed', { history_from: Infinity });
        return { tx_hash_list: [entry.txid] };
      }
      case 'x_set_node':
        Object.assign(this.status, {
          node: { address: params['address'], trusted: params['trusted'] === true },
        });
        delete this.status['problem'];
        if (this.wallet !== '') this.status['phase'] = 'done';
        return {};
      case 'x_check_node': {
        const address = String(params['address']);
        if (address.includes('cors'))
          throw new Refused(-1, 'node_unreachable', { address, hint: 'hidden_by_browser' });
        if (address.includes('down')) throw new Refused(-1, 'node_unreachable', { address });
        if (!/^https?:\/\//.test(address)) throw new Refused(-1, 'bad_node_address', { address });
        return {
          height: HEIGHT - 3,
          target_height: HEIGHT,
          synchronized: true,
          network: 'mainnet',
          devnet: false,
          version: '0.18.4.0',
          milliseconds: 84,
        };
      }
      default: {
        const answer = this.signers.answer(method, params);
        if (method === 'make_multisig') this.status['kind'] = 'multisig';
        return answer ?? {};
      }
    }
  }
}
