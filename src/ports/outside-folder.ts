/**
 * A folder of the computer, outside the browser, with wallets as files under the names that monero-wallet-rpc uses:
 * NAME and NAME.keys. The program that drives the app provides it; a page by itself has none.
 *
 * When a call resolves, its data is on the disk (fsync of file and folder) and survives a crash. All calls but `list`
 * and `read` need a successful `claim` first. When a call rejects, nothing was written; the message begins with the
 * operating system's code (`ENOSPC: …`) or with one of these: `ELOCKLOST` (another program has the wallet now),
 * `ECHANGED` (another program wrote or removed NAME).
 */

export interface OutsideFiles {
  /** Identifies the content of both files: while it is equal, so are they. */
  readonly version: string;
  /** Content of NAME; undefined: the file does not exist. */
  readonly cache?: Uint8Array | undefined;
  /** Content of NAME.keys; undefined: the file does not exist. */
  readonly keys?: Uint8Array | undefined;
  /** The value given to `remember` when NAME was closed, if NAME is that same file and was not written since. */
  readonly copy?: string | undefined;
}

export interface WrittenFiles {
  readonly cache?: Uint8Array | undefined;
  readonly keys?: Uint8Array | undefined;
  /** NAME is damaged: rename it to NAME.damaged before writing. */
  readonly aside?: boolean;
}

export interface OutsideFolder {
  /** Names of the wallets in the folder. */
  list(): Promise<readonly string[]>;
  /**
   * Reads both files. Undefined: they still have the version `known` (`OutsideFiles.version`). Both files missing in
   * the result: no such wallet.
   */
  read(name: string, known?: string): Promise<OutsideFiles | undefined>;
  /**
   * Writes each given file as a whole or not at all, NAME first. Once NAME is written the others follow, if need be
   * at the next start.
   */
  write(name: string, files: WrittenFiles): Promise<void>;
  /** Appends `bytes` to NAME, which is `at` bytes long. Bytes after `at` were never confirmed and are overwritten. */
  append(name: string, at: number, bytes: Uint8Array): Promise<void>;
  remove(name: string): Promise<void>;
  /** Resolves to false when another program has this wallet open. */
  claim(name: string): Promise<boolean>;
  release(name: string): Promise<void>;
  /**
   * Stores `copy` for the next `read`, which distinguishes NAME from a copy of it by this value. Undefined removes it. May be
   * lost.
   */
  remember(name: string, copy: string | undefined): Promise<void>;
}
