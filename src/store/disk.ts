/**
 * Interface of a storage for wallet files. Each operation is one transaction: all or nothing, and durable when it
 * resolves. A disk reads storage keys, names, owners and sequence numbers only. Three implementations: idb.ts and
 * memory.ts, which tests/contract/wallet-files.contract.ts tests alike, and folder-disk.ts, which
 * tests/unit/store/folder-files.test.ts tests.
 */
import type { StoredRecord, WalletHeader } from './header.ts';

/**
 * One write of an open wallet. The disk writes only if `owner` still owns the file and `after` is the number of its
 * last record.
 */
interface Commit {
  readonly owner: string;
  readonly after: number;
  /** The new header. */
  readonly header: WalletHeader;
  /** The record to add, if any. */
  readonly record?: StoredRecord;
  /** True: the same transaction removes all older records. */
  readonly clear?: boolean;
  /** With `clear`: also from additional copies. */
  readonly everywhere?: boolean;
}

/**
 * Read values are `unknown`; header.ts parses them. All methods throw storage_unavailable, writing ones also
 * storage_full.
 */
export interface Disk {
  headers(): Promise<readonly unknown[]>;
  /** The header of the wallet with this name. */
  find(name: string): Promise<unknown>;
  /** Header and records of one moment, in order; undefined when there is no wallet with this key. */
  read(
    storageKey: string,
  ): Promise<{ readonly header: unknown; readonly records: readonly unknown[] } | undefined>;
  /** Returns false without writing when the name is in use. The caller has its lock. */
  create(header: WalletHeader, records: readonly StoredRecord[]): Promise<boolean>;
  /** Writes the new owner. Returns the header after that, or undefined when there is no such wallet. */
  claim(storageKey: string, owner: string, usedAt: number): Promise<unknown>;
  /** `fenced`: nothing was written, because another tab owns the file or has written a record. */
  commit(commit: Commit): Promise<'done' | 'fenced' | 'gone'>;
  remove(storageKey: string): Promise<void>;
  /** `WalletFile.copy` of an open wallet. If absent, the storage key is used. */
  copyOf?(storageKey: string): string;
  /** `WalletFile.confirmOwner`. */
  confirmOwner?(storageKey: string): Promise<void>;
  /** Called when the owner closes the wallet. `keepCopy`: `copyOf` must be the same when it is opened again. */
  leave?(storageKey: string, keepCopy: boolean): Promise<void>;
  /** Registers a listener that is called when a newer version of the app takes the database. */
  onDisconnect(listener: () => void): void;
  /** Headers of this disk cannot hold the slot of a passkey. */
  readonly noPasskeys?: true;
  /** Closes the database. */
  close(): void;
}
