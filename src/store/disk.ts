/**
 * What a place for wallet files must do: a few transactions, each all or nothing and durable when it resolves. It
 * stores what it is given and understands nothing but places, names, owners and sequence numbers. Two exist, idb.ts
 * and memory.ts; tests/contract/wallet-files.contract.ts holds both to the same behaviour.
 */
import type { StoredRecord, WalletHeader } from './header.ts';

/** One step of an open wallet. It happens only if `owner` still owns the file and nothing came `after`. */
interface Commit {
  readonly owner: string;
  readonly after: number;
  /** The header as it will be. */
  readonly header: WalletHeader;
  /** The record to add, if any. */
  readonly record?: StoredRecord;
  /** Whether all older records go in the same transaction. */
  readonly clear?: boolean;
  /** With `clear`: from spare copies too. */
  readonly everywhere?: boolean;
}

/** Values that come back are `unknown`: header.ts parses them. Faults of all: storage_unavailable; of writers: storage_full. */
export interface Disk {
  headers(): Promise<readonly unknown[]>;
  /** The header of that name. */
  find(name: string): Promise<unknown>;
  /** Header and records of one moment, in order; undefined when there is no such place. */
  read(
    place: string,
  ): Promise<{ readonly header: unknown; readonly records: readonly unknown[] } | undefined>;
  /** False, and nothing written, when the name is taken. */
  create(header: WalletHeader, records: readonly StoredRecord[]): Promise<boolean>;
  /** Writes the new owner; resolves to the header after that, or undefined when the wallet is gone. */
  claim(place: string, owner: string, usedAt: number): Promise<unknown>;
  /** `fenced`: another owner, or records that the caller does not know of; nothing was written. */
  commit(commit: Commit): Promise<'done' | 'fenced' | 'gone'>;
  remove(place: string): Promise<void>;
  /** `WalletFile.copy` of an open wallet. Absent: it is the place. */
  copyOf?(place: string): string;
  /** The owner closes the wallet. `keepCopy`: `copyOf` is to be the same when it is opened again. */
  leave?(place: string, keepCopy: boolean): Promise<void>;
  /** Called when this disk will not answer any more (a newer app took the database). */
  onGone(listener: () => void): void;
  /** Lets go of the database. */
  close(): void;
}
