/**
 * Encrypted wallet files. A file is a journal: one optional snapshot and the entries since. Every commit of the
 * engine is one appended entry in one transaction, so a crash at any point leaves a file that simply continues.
 * What the bytes mean is the engine's affair (wallet/state); the store seals, orders and keeps them.
 */
import type { StorageHealth } from './storage-health.ts';

export interface WalletFileInfo {
  readonly name: string;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
  readonly usedAt: number;
  /** Another tab owns it now. */
  readonly openElsewhere: boolean;
}

/** A secret that opens with the wallet's password and nothing else; what is in here is the store's affair. */
export type PasswordBox = Readonly<Record<string, string | number | Uint8Array>>;

export interface WalletFile {
  readonly name: string;
  /**
   * Names this copy of the file. An imported, copied or restored file has another value, and so may have one whose program
   * was killed; a file that was closed in order has the same value when it is opened again. It is not in the file itself.
   */
  readonly copy: string;
  load(): Promise<{ readonly snapshot?: Uint8Array; readonly entries: readonly Uint8Array[] }>;
  /** Seals and appends, durably, all or nothing. Faults: storage_full, storage_unavailable, wallet_closed. */
  append(entry: Uint8Array): Promise<void>;
  /**
   * Replaces everything by one snapshot, in one transaction; old entries are gone from the disk. `everywhere`: from the
   * spare file (NAME.keys) of a folder outside the browser too.
   */
  compact(snapshot: Uint8Array, options?: { readonly everywhere?: boolean }): Promise<void>;
  /** Fault wrong_password. */
  changePassword(oldPassword: string, newPassword: string): Promise<void>;
  /** Fault wrong_password. */
  checkPassword(password: string): Promise<void>;
  /** Fault wrong_password: the box would not open with the wallet's. */
  lockIn(password: string, secret: Uint8Array): Promise<PasswordBox>;
  /** Faults wrong_password, file_damaged. */
  takeOut(password: string, box: PasswordBox): Promise<Uint8Array>;
  /**
   * Drops the keys from memory and the ownership. `keepCopy`: the file holds what is void in another copy, so `copy` is to
   * be the same when this one is opened again.
   */
  close(options?: { readonly keepCopy?: boolean }): Promise<void>;
  /** Called when this tab loses the file (another tab took it over). */
  onLost(listener: () => void): void;
}

export interface WalletFiles {
  /**
   * Where wallets without a name are allowed and some names are not: faults no_wallet_dir, bad_wallet_name. Elsewhere a
   * wallet needs a name.
   */
  checkName?(name: string): void;
  list(): Promise<readonly WalletFileInfo[]>;
  /** Faults: wallet_exists, bad_wallet_name, storage_full. The new file is open and owned. */
  create(name: string, password: string): Promise<WalletFile>;
  /** Faults: wallet_not_found, wrong_password, wallet_open_elsewhere, file_damaged, file_too_new. `takeOver` asks the owning tab to let go. */
  open(name: string, password: string, options?: { readonly takeOver?: boolean }): Promise<WalletFile>;
  /** Fault wrong_password, wallet_open_elsewhere. */
  remove(name: string, password: string): Promise<void>;
  /**
   * The whole wallet as one encrypted file, of one moment, open or not: header and sealed records. It opens with the
   * password the wallet has now. Faults: wallet_not_found, file_damaged, file_too_new.
   */
  exportFile(name: string): Promise<Uint8Array>;
  /**
   * Stores an exported file, under its own name or another; it stays closed. Given a password, only if it opens the file.
   * Faults: file_damaged, file_too_new, bad_wallet_name, wallet_exists, wrong_password, storage_full.
   */
  importFile(file: Uint8Array, name?: string, password?: string): Promise<WalletFileInfo>;
  storageHealth(): Promise<StorageHealth>;
  /** The person has been told what vanished: stop telling. */
  forgetVanished(): Promise<void>;
}
