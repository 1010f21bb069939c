/**
 * Encrypted wallet files. A file is a journal: one optional snapshot and the entries since. Every commit of the
 * wallet is one appended entry in one transaction, so a file is whole after a crash at any point. wallet/state
 * defines what the bytes mean; the store only encrypts, orders and keeps them.
 */
import type { StorageHealth } from './storage-health.ts';

export interface WalletFileInfo {
  readonly name: string;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
  readonly usedAt: number;
  /** Another tab has it open. */
  readonly openElsewhere: boolean;
}

/** A secret that opens with the wallet's password and not with the file key. Its fields belong to the store. */
export type PasswordBox = Readonly<Record<string, string | number | Uint8Array>>;

export interface WalletFile {
  readonly name: string;
  /**
   * Identifies this copy of the file. An imported, copied or restored file has another value, and possibly one whose
   * program was killed; a file that was closed properly has the same value when it is opened again. The value is not
   * in the file.
   */
  readonly copy: string;
  load(): Promise<{ readonly snapshot?: Uint8Array; readonly entries: readonly Uint8Array[] }>;
  /** Seals and appends, durably, all or nothing. Faults: storage_full, storage_unavailable, wallet_closed. */
  append(entry: Uint8Array): Promise<void>;
  /**
   * Replaces everything by one snapshot, in one transaction; old entries are erased from the disk. `everywhere`: also
   * from the spare file (NAME.keys) of a folder outside the browser.
   */
  compact(snapshot: Uint8Array, options?: { readonly everywhere?: boolean }): Promise<void>;
  /** Fault wrong_password. */
  changePassword(oldPassword: string, newPassword: string): Promise<void>;
  /** Fault wrong_password. */
  checkPassword(password: string): Promise<void>;
  /** Encrypts `secret` under the password. Fault wrong_password: this is not the wallet's password. */
  lockIn(password: string, secret: Uint8Array): Promise<PasswordBox>;
  /** Decrypts what `lockIn` gave. Faults wrong_password, file_damaged. */
  takeOut(password: string, box: PasswordBox): Promise<Uint8Array>;
  /**
   * Drops the keys from memory and releases the file. `keepCopy`: the file holds something that is invalid in any
   * other copy, so `copy` must be the same when this one is opened again.
   */
  close(options?: { readonly keepCopy?: boolean }): Promise<void>;
  /** Calls `listener` when this tab loses the file because another tab took it over. */
  onLost(listener: () => void): void;
}

export interface WalletFiles {
  /**
   * Faults no_wallet_dir, bad_wallet_name. Present where wallets without a name are allowed and some names are not;
   * elsewhere a wallet needs a name.
   */
  checkName?(name: string): void;
  list(): Promise<readonly WalletFileInfo[]>;
  /** Faults: wallet_exists, bad_wallet_name, storage_full. The new file is open and belongs to the caller. */
  create(name: string, password: string): Promise<WalletFile>;
  /**
   * Faults: wallet_not_found, wrong_password, wallet_open_elsewhere, file_damaged, file_too_new. `takeOver` asks the
   * owning tab to release it.
   */
  open(name: string, password: string, options?: { readonly takeOver?: boolean }): Promise<WalletFile>;
  /** Fault wrong_password, wallet_open_elsewhere. */
  remove(name: string, password: string): Promise<void>;
  /**
   * The whole wallet as one encrypted file, as of one moment, open or not: header and encrypted records. It opens
   * with the wallet's present password. Faults: wallet_not_found, file_damaged, file_too_new.
   */
  exportFile(name: string): Promise<Uint8Array>;
  /**
   * Stores an exported file under its own name or `name`; it stays closed. With a password it is stored only if the
   * password opens it. Faults: file_damaged, file_too_new, bad_wallet_name, wallet_exists, wrong_password,
   * storage_full.
   */
  importFile(file: Uint8Array, name?: string, password?: string): Promise<WalletFileInfo>;
  storageHealth(): Promise<StorageHealth>;
  /** Forgets the vanished wallets, after the person has seen the message. */
  forgetVanished(): Promise<void>;
}
