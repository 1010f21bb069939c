/**
 * The wallet in memory: tables, block hashes, and indices derived from them. Memory follows the disk: `commit` first
 * writes a change to the file, then applies it here. The state is one live object: code that
 * keeps `ledger.state` sees each later commit in it. Its values (`chain`, records) are replaced, not changed in place.
 */
import { isFault } from '../../base/fault.ts';
import { toHex } from '../../base/hex.ts';
import type { WalletFile } from '../../ports/wallet-files.ts';
import type { Steps } from '../../base/steps.ts';
import { inTurns, type Pause } from '../turns.ts';
import { readChange, readPuts, tooNew, writeChange, writeInSteps } from './codec.ts';
import { chainHeight, cutChain, emptyChain, growChain, type Chain } from './chain.ts';
import { withEvents } from './events.ts';
import { createPackedBytes } from './packed-bytes.ts';
import { MutableKeyIndex, type KeyIndex } from './key-index.ts';
import { MutableFundsIndex, type FundsIndex } from './funds-index.ts';
import { MutableHistoryIndex, type HistoryIndex } from './history-index.ts';
import { partsOfLabels, setLabels } from './labels.ts';
import { isLargeJournal } from './large-journal.ts';
import { holdSecrets } from './secrets.ts';
import { receivedIn } from './received.ts';
import { withReturned } from './returned.ts';
import { touchedFrom } from './touched.ts';
import { AddressLog, type ChangedAddresses } from './address-log.ts';
import type { AccountRecord } from './records/account.ts';
import type { OwnedOutput } from './records/outputs.ts';
import type { Outgoing } from './records/payments.ts';
import type { Settings } from './records/settings.ts';
import type { Change, Delete, Put, TableName, Tables } from './tables.ts';

type TableMaps = { readonly [T in TableName]: Map<string, Tables[T]> };

export interface WalletState {
  /** Identifies the copy of the wallet file that this state comes from: `WalletFile.copy`. */
  readonly copy: string;
  readonly tables: TableMaps;
  readonly chain: Chain;
  /** Owned outputs in chain order; index = key in the table. */
  readonly outputs: readonly OwnedOutput[];
  /** Key image in hex -> index in `outputs`. */
  readonly byKeyImage: KeyIndex;
  /** One-time key in hex -> index in `outputs`. */
  readonly byKey: KeyIndex;
  readonly history: HistoryIndex;
  readonly funds: FundsIndex;
  readonly account: AccountRecord;
  readonly settings: Settings;
  /** Number of blocks read. */
  readonly height: number;
  /**
   * Reward of the newest block in piconero, 0 before the first. From it follows how many confirmations a payment
   * should have.
   */
  readonly lastReward: bigint;
}

/** Records of one step. */
const STEP = 5000;

/** All tables, in the order of a snapshot. A missing or unknown one does not compile. */
const TABLES = Object.keys({
  account: true,
  settings: true,
  outputs: true,
  payments: true,
  outgoing: true,
  txKeys: true,
  payees: true,
  toFreeze: true,
  rings: true,
  draws: true,
  outputCounts: true,
  highest: true,
  readAgain: true,
  relayed: true,
  relayLies: true,
  gaps: true,
  keptBlocks: true,
  dataUsed: true,
  keyImages: true,
  multisigOutputs: true,
  maybeSpending: true,
  lightTransactions: true,
  lightServer: true,
  namedOutputs: true,
  namedTransactions: true,
  spendSearch: true,
  unsentPayments: true,
  signerRounds: true,
  treeState: true,
  tree: true,
  notes: true,
  attributes: true,
  labels: true,
  tags: true,
  accountTags: true,
  book: true,
  sites: true,
  requests: true,
  keyedCalls: true,
  eventLog: true,
  events: true,
  watchedPayments: true,
} satisfies Record<TableName, true>) as readonly TableName[];

export const DEFAULT_SETTINGS: Settings = { autoLockMinutes: 10 };

/** The effect of a commit. */
export interface Committed {
  /** The commit wrote events for programs (events.ts). */
  readonly events: boolean;
  /** The commit added or named addresses. */
  readonly addresses: boolean;
}

export interface Ledger {
  /** Always the same object, with the content after the last commit. */
  readonly state: WalletState;
  /** Writes a change, then applies it. Commits run one after the other; each sees the state after the one before. */
  commit(change: Change | ((state: WalletState) => Change | undefined)): Promise<void>;
  /**
   * Merges the journal into a snapshot now, which removes deleted secrets from the disk. `everywhere`: also from
   * copies outside the browser.
   */
  compact(options?: { readonly everywhere?: boolean }): Promise<void>;
  /** Resolves when all commits so far are on the disk or have failed. */
  settled(): Promise<void>;
  /**
   * Returns the lowest height at which the history changed since the last call: 0 at first; Infinity when only
   * pending transactions may have changed.
   */
  takeTouched(): number;
  /**
   * Returns the transactions that pay this wallet and were seen first, or got into a block, since the last call: ids
   * in hex.
   */
  takeReceived(): readonly string[];
  /** The addresses that changed after `revision`, at most `limit`; after 0 all of them did. */
  changedAddresses(revision: number, limit: number): ChangedAddresses;
  /** Calls `listener` after each commit that changed something, before the commit resolves. */
  onCommit(listener: (what: Committed) => void): void;
}

export function put<T extends TableName>(table: T, key: string, value: Tables[T]): Put {
  return { table, key, value } as unknown as Put;
}
export function remove(table: TableName, key: string): Delete {
  return { table, key };
}
export function change(puts: readonly Put[], deletes: readonly Delete[] = []): Change {
  return { puts, deletes };
}

/**
 * Reads a wallet from its file. `now`: seconds, for events. `pause`: lets other calls run while long snapshots are read and
 * written. Faults: file_damaged, file_too_new.
 */
export async function openLedger(
  file: WalletFile,
  now: () => number = () => 0,
  pause: Pause = () => Promise.resolve(),
): Promise<Ledger> {
  const { state, ...loaded } = await loadState(file, pause);
  let { journal, journalBytes, snapshotBytes } = loaded;
  let queue: Promise<unknown> = Promise.resolve();
  let touched = 0;
  let received: string[] = [];
  /** Undefined until it is asked for. */
  let addressLog: AddressLog | undefined;
  const listeners = new Set<(what: Committed) => void>();

  const enqueue = <T>(work: () => Promise<T>): Promise<T> => {
    const next = queue.then(work);
    queue = next.catch(() => undefined);
    return next;
  };
  const fold = async (options: { readonly everywhere?: boolean } = {}): Promise<void> => {
    // No commit runs meanwhile: all of them wait in one queue.
    const whole = await inTurns(state.write(), pause);
    await file.compact(whole, options);
    snapshotBytes = whole.length;
    journal = 0;
    journalBytes = 0;
  };
  /** Runs after a successful commit. A full disk here must not make the commit fail. */
  const compactIfLarge = async (): Promise<void> => {
    try {
      await fold();
    } catch (error) {
      if (!isFault(error)) throw error;
      journal = 0;
      journalBytes = 0;
    }
  };
  return {
    state,
    commit: (given) =>
      enqueue(async () => {
        const wanted = typeof given === 'function' ? given(state) : given;
        if (!wanted || isEmpty(wanted)) return;
        const { change: next, hasEvents } = withEvents(state, wanted, now);
        const bytes = writeChange(next);
        await file.append(bytes);
        touched = Math.min(touched, touchedFrom(state, next));
        for (const txid of receivedIn(state.tables, next)) received.push(txid);
        addressLog?.note(state, next);
        state.apply(next);
        journal += 1;
        journalBytes += bytes.length;
        if (isLargeJournal({ entries: journal, bytes: journalBytes }, snapshotBytes)) await compactIfLarge();
        const isLabels = ({ table }: { readonly table: TableName }): boolean => table === 'labels';
        const addresses = next.puts.some(isLabels) || next.deletes.some(isLabels);
        for (const listener of listeners) listener({ events: hasEvents, addresses });
      }),
    compact: (options) => enqueue(() => fold(options)),
    settled: () => enqueue(() => Promise.resolve()),
    takeTouched: () => {
      const from = touched;
      touched = Infinity;
      return from;
    },
    takeReceived: () => {
      const txids = received;
      received = [];
      return txids;
    },
    changedAddresses: (revision, limit) => {
      addressLog ??= new AddressLog(state.tables.labels);
      return addressLog.since(revision, limit);
    },
    onCommit: (listener) => {
      listeners.add(listener);
    },
  };
}

const loadState = async (file: WalletFile, pause: Pause) => {
  const { snapshot, entries } = await file.load();
  const state = new MutableState(file.copy);
  if (snapshot) await inTurns(state.load(snapshot), pause);
  for (const entry of entries) state.apply(readChange(entry));
  state.dropForeignNonces();
  state.addReturned();
  return {
    state,
    journal: entries.length,
    journalBytes: entries.reduce((sum, { length }) => sum + length, 0),
    snapshotBytes: snapshot?.length ?? 0,
  };
};

const isEmpty = ({ puts, deletes, chain }: Change): boolean =>
  puts.length === 0 && deletes.length === 0 && chain === undefined;

class MutableState implements WalletState {
  readonly tables = Object.fromEntries(TABLES.map((name) => [name, new Map()])) as unknown as TableMaps;
  chain = emptyChain;
  lastReward = 0n;
  readonly outputs: OwnedOutput[] = [];
  readonly byKeyImage = new MutableKeyIndex((index) => this.outputs[index]?.keyImage);
  readonly byKey = new MutableKeyIndex((index) => this.outputs[index]?.key);
  readonly #bytes = createPackedBytes();
  readonly history = new MutableHistoryIndex();
  readonly funds = new MutableFundsIndex();
  readonly copy: string;

  constructor(copy: string) {
    this.copy = copy;
  }

  get account(): AccountRecord {
    return this.tables.account.get('')!;
  }
  get settings(): Settings {
    return this.tables.settings.get('') ?? DEFAULT_SETTINGS;
  }
  get height(): number {
    return chainHeight(this.chain);
  }

  /** Loads a snapshot into an empty state. */
  *load(snapshot: Uint8Array): Steps<void> {
    this.apply(
      yield* readPuts(
        snapshot,
        (each, isPacked) => this.#put(each, isPacked),
        (outputs) => {
          this.byKey.reserve(outputs);
          this.byKeyImage.reserve(outputs);
        },
      ),
    );
  }

  apply({ puts, deletes, chain }: Change): void {
    for (const { table, key } of deletes) {
      if (table === 'outputs') this.#dropOutputs(Number(key));
      if (table === 'payments') this.history.setPayment(key, this.tables.payments.get(key), undefined);
      if (table === 'outgoing') this.history.setOutgoing(key, this.tables.outgoing.get(key), undefined);
      this.#table(table).delete(key);
    }
    for (const each of puts) this.#put(each);
    if (chain?.base !== undefined) this.chain = { base: chain.base, hashes: new Uint8Array(0) };
    if (chain?.keep !== undefined) this.chain = cutChain(this.chain, chain.keep);
    if (chain?.append) this.chain = growChain(this.chain, chain.append);
    if (chain?.reward !== undefined) this.lastReward = chain.reward;
  }

  /**
   * A multisig nonce may sign once, and this file may be an old copy of one that has used its nonces. So nonces that
   * another copy drew are not loaded, and the next snapshot does not contain them.
   */
  dropForeignNonces(): void {
    for (const [key, { nonces, copy, infos }] of this.tables.multisigOutputs)
      if (nonces.length > 0 && copy !== this.copy) {
        for (const nonce of nonces) nonce.fill(0);
        this.tables.multisigOutputs.set(key, { nonces: [], infos });
      }
  }

  /** Computes what records of earlier versions lack. The next snapshot contains it. */
  addReturned(): void {
    for (const record of withReturned(this.history.outgoing, this.outputs))
      this.#put(put('outgoing', toHex(record.txid), record));
  }

  /** A snapshot. */
  *write(): Steps<Uint8Array> {
    const puts: Put[] = [];
    for (const table of TABLES) {
      if (table === 'labels')
        for (const [key, labels] of this.tables.labels) puts.push(...partsOfLabels(key, labels));
      else
        for (const [key, value] of this.tables[table]) {
          puts.push(put(table, key, value));
          if (puts.length % STEP === 0) yield;
        }
    }
    const { base, hashes } = this.chain;
    return yield* writeInSteps({
      puts,
      deletes: [],
      chain: { base, append: hashes, reward: this.lastReward },
    });
  }

  #put(each: Put, isPacked = false): void {
    const { table, key } = each;
    const pack = <T>(value: T): T => (isPacked ? value : this.#bytes.pack(value));
    switch (each.table) {
      case 'labels':
        setLabels(this.tables.labels as Map<string, string[]>, key, each.value);
        break;
      case 'outputs': {
        const output = pack(each.value);
        this.tables.outputs.set(key, output);
        this.#setOutput(Number(key), output);
        break;
      }
      case 'payments': {
        const payment = pack(each.value);
        this.history.setPayment(key, this.tables.payments.get(key), payment);
        this.tables.payments.set(key, payment);
        break;
      }
      case 'outgoing': {
        const outgoing = pack(each.value);
        this.history.setOutgoing(key, this.tables.outgoing.get(key), outgoing);
        this.tables.outgoing.set(key, outgoing);
        break;
      }
      default:
        this.#table(table).set(key, holdSecrets(each));
    }
  }
  /** Fault file_too_new: no table of this version. */
  #table(name: TableName): Map<string, unknown> {
    const table = this.tables[name] as Map<string, unknown> | undefined;
    if (!table) throw tooNew();
    return table;
  }

  #setOutput(index: number, output: OwnedOutput): void {
    const old = this.outputs[index];
    if (old) this.funds.remove(index, old);
    this.funds.add(index, output);
    // If the keys are the same, only spent, frozen or other fields changed.
    const same = old?.key === output.key && old.keyImage === output.keyImage;
    if (old && !same) this.#forgetKeys(index, old);
    this.outputs[index] = output;
    if (same) return;
    this.byKey.set(output.key, index);
    if (output.keyImage) this.byKeyImage.set(output.keyImage, index);
  }
  /** Removes the last outputs, from this index on, so that other indices stay. */
  #dropOutputs(from: number): void {
    for (let index = this.outputs.length - 1; index >= from; index--) {
      const output = this.outputs[index]!;
      this.funds.remove(index, output);
      this.#forgetKeys(index, output);
      this.outputs.pop();
    }
  }
  #forgetKeys(index: number, { key, keyImage }: OwnedOutput): void {
    // In the same change the key may already have got another index (reorg).
    if (this.byKey.find(key) === index) this.byKey.delete(key);
    if (keyImage && this.byKeyImage.find(keyImage) === index) this.byKeyImage.delete(keyImage);
  }
}

/** Outgoing transactions that are not in a block yet. */
export function pendingOf(state: WalletState): Outgoing[] {
  return [...state.history.unmined.values()].filter(({ state: each }) => each === 'pending');
}
