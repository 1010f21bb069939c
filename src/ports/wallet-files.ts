/**
 * Encrypted wallet files. A file is a journal: at most one snapshot, and the entries after it. Every commit of the
 * wallet appends one entry in one transaction, so the file is intact after a crash at any point. wallet/state defines
 * the content; the store only encrypts, orders and stores it.
 */
import type { StorageHealth } from './storage-health.ts';

export interface WalletFileInfo {
  readonly name: string;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
  readonly usedAt: number;
  /** Another tab has the wallet open. */
  readonly openElsewhere: boolean;
  /** The passkey that also opens the wallet, if there is one. */
  readonly passkey?: PasskeyInfo | 'damaged';
}

/** Stored in the clear: the page needs it to ask the authenticator for the secret of a passkey. */
export interface PasskeyInfo {
  /** The id of the WebAuthn credential, 1 to 1023 bytes. */
  readonly credential: Uint8Array;
  /** The input of the extension `prf`, 32 random bytes. */
  readonly salt: Uint8Array;
  /** True if a PIN is needed as well. */
  readonly pin: boolean;
}
/** Opens a wallet instead of its password. The caller overwrites `output` after use. */
export interface PasskeySecret {
  /** The authenticator's answer to the extension `prf`, 32 bytes. */
  readonly output: Uint8Array;
  /** Empty: none. */
  readonly pin: string;
}

export interface WalletSize {
  readonly name: string;
  readonly bytes: number;
}

/** A secret that only the wallet's password decrypts, not the file key. Its fields belong to the store. */
export type PasswordBox = Readonly<Record<string, string | number | Uint8Array>>;

export interface WalletFile {
  readonly name: string;
  /**
   * Identifies this copy of the file. An imported, copied or restored file has another value, and perhaps also one
   * whose program was killed. A file that was closed properly has the same value when it is opened again. The value
   * is not stored in the file.
   */
  readonly copy: string;
  /** Faults: file_damaged; file_unfinished: an earlier version was ended before it wrote the first record. */
  load(): Promise<{ readonly snapshot?: Uint8Array; readonly entries: readonly Uint8Array[] }>;
  /**
   * Appends an encrypted entry; durable when it resolves. Faults storage_full, storage_unavailable, wallet_closed: nothing was written;
   * storage_uncertain: in a folder or a database.
   */
  append(entry: Uint8Array): Promise<void>;
  /**
   * Replaces all entries by a snapshot in one transaction, and erases the old ones from the disk. The caller must not change
   * `snapshot` before it resolves. `everywhere`: also from the additional file (NAME.keys) of a folder outside the browser.
   */
  compact(snapshot: Uint8Array, options?: { readonly everywhere?: boolean }): Promise<void>;
  /** Keeps the passkey. Fault wrong_password. */
  changePassword(oldPassword: string, newPassword: string): Promise<void>;
  /** Fault wrong_password. */
  checkPassword(password: string): Promise<void>;
  /** Faults no_passkey, wrong_passkey, passkey_damaged. */
  checkPasskey(secret: PasskeySecret): Promise<void>;
  /**
   * Lets a passkey open this file, too; replaces the one before. With a PIN, both are needed from now on. Faults
   * wrong_password, storage_unavailable: not where wallets are files in a folder.
   */
  addPasskey(password: string, passkey: Omit<PasskeyInfo, 'pin'>, secret: PasskeySecret): Promise<void>;
  /** Removes the passkey, also a damaged one; does nothing without one. Fault wrong_password. */
  removePasskey(password: string): Promise<void>;
  /** Encrypts `secret` with the wallet's password. Fault wrong_password: this is not the wallet's password. */
  encryptSecret(password: string, secret: Uint8Array): Promise<PasswordBox>;
  /** Decrypts a result of `encryptSecret`. Faults wrong_password, file_damaged. */
  decryptSecret(password: string, box: PasswordBox): Promise<Uint8Array>;
  /**
   * Drops the keys from memory and releases the file. `keepCopy`: the file contains something that is invalid in any
   * other copy, so `copy` must be the same when this one is opened again.
   */
  close(options?: { readonly keepCopy?: boolean }): Promise<void>;
  /**
   * Rejects if another program may have opened the wallet meanwhile; absent where only `append` can tell. Faults
   * wallet_open_elsewhere, storage_unavailable.
   */
  confirmOwner?(): Promise<void>;
  /** Calls `listener` when this tab loses the file because another tab takes it over. */
  onLost(listener: () => void): void;
}

export interface WalletFiles {
  /** Present where wallets may have no name. Faults no_wallet_dir, bad_wallet_name. */
  checkName?(name: string): void;
  list(): Promise<readonly WalletFileInfo[]>;
  /**
   * Creates a file with `content` as its snapshot, in one transaction, and opens it for the caller: the file is on the
   * disk as a whole or not at all. Faults: wallet_exists, bad_wallet_name, storage_full, storage_unavailable.
   */
  create(name: string, password: string, content: Uint8Array): Promise<WalletFile>;
  /**
   * `takeOver`: the tab that has the wallet open must release it. Faults: wallet_not_found, wrong_password,
   * wallet_open_elsewhere, file_damaged, file_too_new; with a passkey also no_passkey, wrong_passkey and
   * passkey_damaged.
   */
  open(
    name: string,
    unlock: string | PasskeySecret,
    options?: { readonly takeOver?: boolean },
  ): Promise<WalletFile>;
  /** Fault wrong_password, wallet_open_elsewhere. */
  remove(name: string, password: string): Promise<void>;
  /**
   * The wallet of one moment as one encrypted file (header and encrypted records), whether it is open or not. The
   * wallet's current password opens it; a passkey does not. Faults: wallet_not_found, file_damaged, file_too_new.
   */
  exportFile(name: string): Promise<Uint8Array>;
  /**
   * Stores an exported file under its own name or `name`, without opening it. If a password is given, it must open
   * the file. Faults: file_damaged, file_too_new, bad_wallet_name, wallet_exists, wrong_password, storage_full.
   */
  importFile(file: Uint8Array, name?: string, password?: string): Promise<WalletFileInfo>;
  /** Bytes of the encrypted records of each wallet. It reads all of them, so call it only when a screen shows them. */
  sizes(): Promise<readonly WalletSize[]>;
  storageHealth(): Promise<StorageHealth>;
  /** Removes the vanished wallets from the list, after the user has seen the message. */
  forgetVanished(): Promise<void>;
}

/** Wallets outside the browser. */
export interface StoredWallets {
  readonly files: WalletFiles;
  readonly names: () => Promise<readonly string[]>;
}
