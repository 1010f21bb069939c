/**
 * The wallet in memory: tables, block hashes, and the look-ups derived from them. Memory follows disk: `commit`
 * writes a change to the file and only then applies it here.
 */
import { isFault } from '../../base/fault.ts';
import { toHex } from '../../base/hex.ts';
import type { WalletFile } from '../../ports/wallet-files.ts';
import { readChange, writeChange } from './codec.ts';
import { chainHeight, cutChain, emptyChain, growChain, type Chain } from './chain.ts';
import { holdSecrets } from './secrets.ts';
import { touchedFrom } from './touched.ts';
import type {
  AccountRecord,
  Change,
  Delete,
  Outgoing,
  OwnedOutput,
  Put,
  Settings,
  TableName,
  Tables,
} from './types.ts';

type TableMaps = { readonly [T in TableName]: Map<string, Tables[T]> };

export interface WalletState {
  /** Identifies the copy of the wallet file that this state comes from: `WalletFile.copy`. */
  readonly copy: string;
  readonly tables: TableMaps;
  readonly chain: Chain;
  /** Owned outputs in chain order; index = key of the table. */
  readonly outputs: readonly OwnedOutput[];
  /** Key image in hex -> position in `outputs`. */
  readonly byKeyImage: ReadonlyMap<string, number>;
  /** One-time key in hex -> position in `outputs`. */
  readonly byKey: ReadonlyMap<string, number>;
  readonly account: AccountRecord;
  readonly settings: Settings;
  /** Number of known blocks. */
  readonly height: number;
  /** Reward of the newest block, 0 before the first: decides how many confirmations a large payment should have. */
  readonly lastReward: bigint;
}

/** Every table, in the order in which a snapshot holds them: one that is missing or unknown does not compile. */
const TABLES = Object.keys({
  account: true,
  settings: true,
  outputs: true,
  payments: true,
  outgoing: true,
  txKeys: true,
  rings: true,
  draws: true,
  outputCounts: true,
  highest: true,
  readAgain: true,
  keyImages: true,
  multisigOutputs: true,
  maybeSpending: true,
  spendSearch: true,
  unsentPayments: true,
  signerRounds: true,
  notes: true,
  attributes: true,
  labels: true,
  tags: true,
  accountTags: true,
  book: true,
} satisfies Record<TableName, true>) as readonly TableName[];

export const DEFAULT_SETTINGS: Settings = { autoLockMinutes: 10 };

/** Most entries or bytes of the journal before it is folded into a snapshot. */
const MAX_ENTRIES = 400;
const MAX_JOURNAL_BYTES = 8_000_000;

export interface Ledger {
  readonly state: WalletState;
  /**
   * Writes, then applies. Commits are queued: each sees the state after the one before. Faults: those of
   * `WalletFile.append`.
   */
  commit(change: Change | ((state: WalletState) => Change | undefined)): Promise<void>;
  /**
   * Folds the journal into one snapshot now, which removes erased secrets from the disk. `everywhere`: also from
   * copies outside the browser.
   */
  compact(options?: { readonly everywhere?: boolean }): Promise<void>;
  /** Resolves when every commit so far is on the disk (or has failed). */
  settled(): Promise<void>;
  /**
   * The lowest height whose history changed since the last call: 0 at first; Infinity: only pending transactions may
   * have changed.
   */
  takeTouched(): number;
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

/** Reads a wallet from its file. Faults: file_damaged, file_too_new. */
export async function openLedger(file: WalletFile): Promise<Ledger> {
  const { snapshot, entries } = await file.load();
  const state = new MutableState(file.copy);
  if (snapshot) state.apply(readChange(snapshot));
  for (const entry of entries) state.apply(readChange(entry));
  state.dropForeignNonces();
  let journal = entries.length;
  let journalBytes = entries.reduce((sum, { length }) => sum + length, 0);
  let queue: Promise<unknown> = Promise.resolve();
  let touched = 0;

  const enqueue = <T>(work: () => Promise<T>): Promise<T> => {
    const next = queue.then(work);
    queue = next.catch(() => undefined);
    return next;
  };
  const fold = async (options: { readonly everywhere?: boolean } = {}): Promise<void> => {
    await file.compact(writeChange(state.asChange()), options);
    journal = 0;
    journalBytes = 0;
  };
  /** Runs after a successful commit: a full disk at this point must not look like a failed commit. */
  const tidy = async (): Promise<void> => {
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
        const next = typeof given === 'function' ? given(state) : given;
        if (!next || isEmpty(next)) return;
        const bytes = writeChange(next);
        await file.append(bytes);
        touched = Math.min(touched, touchedFrom(state, next));
        state.apply(next);
        journal += 1;
        journalBytes += bytes.length;
        if (journal > MAX_ENTRIES || journalBytes > MAX_JOURNAL_BYTES) await tidy();
      }),
    compact: (options) => enqueue(() => fold(options)),
    settled: () => enqueue(() => Promise.resolve()),
    takeTouched: () => {
      const from = touched;
      touched = Infinity;
      return from;
    },
  };
}

const isEmpty = ({ puts, deletes, chain }: Change): boolean =>
  puts.length === 0 && deletes.length === 0 && chain === undefined;

class MutableState implements WalletState {
  readonly tables = Object.fromEntries(TABLES.map((name) => [name, new Map()])) as unknown as TableMaps;
  chain = emptyChain;
  lastReward = 0n;
  readonly outputs: OwnedOutput[] = [];
  readonly byKeyImage = new Map<string, number>();
  readonly byKey = new Map<string, number>();
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

  apply({ puts, deletes, chain }: Change): void {
    for (const { table, key } of deletes) {
      if (table === 'outputs') this.#dropOutput(Number(key));
      this.tables[table].delete(key);
    }
    for (const each of puts) {
      (this.tables[each.table] as Map<string, unknown>).set(each.key, holdSecrets(each));
      if (each.table === 'outputs') this.#setOutput(Number(each.key), each.value);
    }
    if (chain?.base !== undefined) this.chain = { base: chain.base, hashes: new Uint8Array(0) };
    if (chain?.keep !== undefined) this.chain = cutChain(this.chain, chain.keep);
    if (chain?.append) this.chain = growChain(this.chain, chain.append);
    if (chain?.reward !== undefined) this.lastReward = chain.reward;
  }

  /**
   * Multisig nonces sign once, and this wallet file may be a copy of one that has signed with them since. So nonces
   * drawn in another copy never enter memory, and the next snapshot leaves them out.
   */
  dropForeignNonces(): void {
    for (const [key, { nonces, copy, infos }] of this.tables.multisigOutputs)
      if (nonces.length > 0 && copy !== this.copy) {
        for (const nonce of nonces) nonce.fill(0);
        this.tables.multisigOutputs.set(key, { nonces: [], infos });
      }
  }

  asChange(): Change {
    return {
      puts: TABLES.flatMap((table) => [...this.tables[table]].map(([key, value]) => put(table, key, value))),
      deletes: [],
      chain: { base: this.chain.base, append: this.chain.hashes, reward: this.lastReward },
    };
  }

  #setOutput(index: number, output: OwnedOutput): void {
    const old = this.outputs[index];
    if (old?.key === output.key && old.keyImage === output.keyImage) {
      // The keys are unchanged: only spent, frozen or other fields.
      this.outputs[index] = output;
      return;
    }
    this.#dropOutput(index, true);
    this.outputs[index] = output;
    this.byKey.set(toHex(output.key), index);
    if (output.keyImage) this.byKeyImage.set(toHex(output.keyImage), index);
  }
  /** Outputs are dropped from the end only (reorgs), so positions never move. */
  #dropOutput(index: number, replaced = false): void {
    const old = this.outputs[index];
    if (!old) return;
    // Within one change the key may already have another index (reorgs).
    forget(this.byKey, old.key, index);
    if (old.keyImage) forget(this.byKeyImage, old.keyImage, index);
    if (!replaced) this.outputs.length = Math.min(this.outputs.length, index);
  }
}

const forget = (positions: Map<string, number>, key: Uint8Array, index: number): void => {
  const hex = toHex(key);
  if (positions.get(hex) === index) positions.delete(hex);
};

/** Outgoing transactions that still wait for a block. */
export function pendingOf(state: WalletState): Outgoing[] {
  return [...state.tables.outgoing.values()].filter(({ state: each }) => each === 'pending');
}
