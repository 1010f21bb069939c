/**
 * A folder of the computer, outside the browser, with wallets in files named as in monero-wallet-rpc: NAME and
 * NAME.keys. The program that controls the app provides it; a page alone has none.
 *
 * When a call resolves, its data is on the disk (fsync of file and folder) and survives a crash. All calls except
 * `list` and `read` need a successful `claim` first. When a call rejects, nothing was written. The message begins
 * with the operating system's code (`ENOSPC: …`) or with `ELOCKLOST` (another program now has the wallet) or
 * `ECHANGED` (another program has written or removed NAME), or
 * with `EUNCERTAIN` (nobody knows whether it was written).
 */

export interface FolderFiles {
  /** Identifies the content of both files: the same version means the same content. */
  readonly version: string;
  /** Content of NAME; undefined when the file does not exist. */
  readonly cache?: Uint8Array | undefined;
  /** Content of NAME.keys; undefined when the file does not exist. */
  readonly keys?: Uint8Array | undefined;
  /** The value given to `remember` when NAME was closed, if NAME is still the same, unchanged file. */
  readonly copy?: string | undefined;
}

export interface WrittenFiles {
  readonly cache?: Uint8Array | undefined;
  readonly keys?: Uint8Array | undefined;
  /** True when NAME is damaged: rename it to NAME.damaged before writing. */
  readonly aside?: boolean;
}

export interface WalletFolder {
  /** Names of the wallets in the folder. */
  list(): Promise<readonly string[]>;
  /** Reads both files. Undefined if they still have version `known`. Without both files there is no such wallet. */
  read(name: string, known?: string): Promise<FolderFiles | undefined>;
  /** Writes each file whole or not at all, NAME first; the others follow, if necessary at the next start. */
  write(name: string, files: WrittenFiles): Promise<void>;
  /** Appends `bytes` to NAME at offset `at`. Bytes after `at` were never confirmed and are overwritten. */
  append(name: string, at: number, bytes: Uint8Array): Promise<void>;
  remove(name: string): Promise<void>;
  /**
   * Reserves the wallet for this program. False when another program has it open. The folder calls `onLost` when it notices that another program has
   * taken the wallet meanwhile.
   */
  claim(name: string, onLost?: () => void): Promise<boolean>;
  /** Rejects with `ELOCKLOST` unless this program certainly has the wallet; absent where only a write can tell. */
  confirm?(name: string): Promise<void>;
  release(name: string): Promise<void>;
  /** Stores `copy` for the next `read`, to recognise a copy of the folder; undefined removes it. It may be lost. */
  remember(name: string, copy: string | undefined): Promise<void>;
}
