/**
 * When each wallet of this device was last known to have a backup: its words, which were typed in here, or a file. Only
 * names and times are stored, as in the unencrypted list of the wallets. What happened in another browser is not known.
 */
import type { WalletEntry } from './model.ts';

/**
 * words: typed in when the wallet was made or restored. file: saved, or opened from one. companion: made, or read; it needs the
 * words. keys: saved for other programs, without notes, contacts and payment keys. later: none, the reminder was put off.
 */
export type BackupKind = 'words' | 'file' | 'companion' | 'keys' | 'later';
/** Milliseconds since the epoch. */
export type Backup = Readonly<Partial<Record<BackupKind, number>>>;
type Named = Pick<WalletEntry, 'name' | 'createdAt'>;
type KeyValueStorage = Pick<Storage, 'getItem' | 'setItem'>;

const KEY = 'ostro-backups';
/** A later wallet may have the same name. */
const keyOf = ({ name, createdAt }: Named): string => `${createdAt} ${name}`;

export class Backups {
  readonly #storage: KeyValueStorage | undefined;
  /** Where the browser stores nothing. */
  #memory: Readonly<Record<string, Backup>> = {};

  /** Without a storage they last until the page closes. */
  constructor(storage: KeyValueStorage | undefined) {
    this.#storage = storage;
  }
  /** Empty when no backup is known. */
  of(wallet: Named): Backup {
    return this.#read()[keyOf(wallet)] ?? {};
  }
  /** `at`: when it was made, by a clock that may be ahead. An older one than the known one changes nothing. */
  note(wallet: Named, kind: BackupKind, at = Infinity, now = Date.now()): void {
    const known = this.of(wallet);
    const newest = Math.min(Math.max(known[kind] ?? 0, at), now);
    this.#write({ ...this.#read(), [keyOf(wallet)]: { ...known, [kind]: newest } });
  }
  /** Forgets wallets that are not on this device any more. */
  keepOnly(wallets: readonly Named[]): void {
    const known = Object.entries(this.#read());
    const present = new Set(wallets.map(keyOf));
    const kept = known.filter(([key]) => present.has(key));
    if (kept.length < known.length) this.#write(Object.fromEntries(kept));
  }
  #read(): Readonly<Record<string, Backup>> {
    try {
      const stored: unknown = JSON.parse(this.#storage?.getItem(KEY) ?? 'null');
      return stored === null ? this.#memory : parse(stored);
    } catch {
      return this.#memory;
    }
  }
  #write(backups: Readonly<Record<string, Backup>>): void {
    this.#memory = backups;
    try {
      this.#storage?.setItem(KEY, JSON.stringify(backups));
    } catch {
      // Storage is blocked or full: it is known until the page closes.
    }
  }
}

const parse = (stored: unknown): Readonly<Record<string, Backup>> => {
  if (typeof stored !== 'object' || stored === null) return {};
  return Object.fromEntries(
    Object.entries(stored as Record<string, unknown>).map(([key, value]) => [key, parseBackup(value)]),
  );
};
const parseBackup = (value: unknown): Backup =>
  Object.fromEntries(Object.entries(value ?? {}).filter(([, at]) => typeof at === 'number'));
