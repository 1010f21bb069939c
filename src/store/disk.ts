/**
 * Interface of a storage for wallet files: a few transactions, each all or nothing and durable when it resolves. A
 * disk reads only places, names, owners and sequence numbers. Implemented by idb.ts, memory.ts and folder-disk.ts;
 * tests/contract/wallet-files.contract.ts runs the same tests on all.
 */
import type { StoredRecord, WalletHeader } from './header.ts';

/**
 * One write of an open wallet. It takes effect only if `owner` still owns the file and its last record is number
 * `after`.
 */
interface Commit {
  readonly owner: string;
  readonly after: number;
  /** The new header. */
  readonly header: WalletHeader;
  /** The record to add, if any. */
  readonly record?: StoredRecord;
  /** Whether the same transaction removes all older records. */
  readonly clear?: boolean;
  /** With `clear`: also from spare copies. */
  readonly everywhere?: boolean;
}

/**
 * Returned values are `unknown`: header.ts parses them. Faults of all: storage_unavailable; of those that write:
 * storage_full.
 */
export interface Disk {
  headers(): Promise<readonly unknown[]>;
  /** The header of the wallet with that name. */
  find(name: string): Promise<unknown>;
  /** Header and records as of one moment, in order; undefined when the place is empty. */
  read(
    place: string,
  ): Promise<{ readonly header: unknown; readonly records: readonly unknown[] } | undefined>;
  /** Resolves to false, without writing, when the name is taken. */
  create(header: WalletHeader, records: readonly StoredRecord[]): Promise<boolean>;
  /** Writes the new owner; resolves to the header after that, or undefined when the wallet was removed. */
  claim(place: string, owner: string, usedAt: number): Promise<unknown>;
  /** `fenced`: another owner, or a last record other than the caller's; nothing was written. */
  commit(commit: Commit): Promise<'done' | 'fenced' | 'gone'>;
  remove(place: string): Promise<void>;
  /** `WalletFile.copy` of an open wallet. Absent: the place is used. */
  copyOf?(place: string): string;
  /** The owner closes the wallet. `keepCopy`: `copyOf` must be the same when it is opened again. */
  leave?(place: string, keepCopy: boolean): Promise<void>;
  /** Called when this disk stops working because a newer version of the app took the database. */
  onGone(listener: () => void): void;
  /** Closes the database. */
  close(): void;
}
