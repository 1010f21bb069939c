/**
 * A folder of the machine, outside the browser, where wallets lie as files under the names that monero-wallet-rpc uses:
 * NAME and NAME.keys. Who drives the app brings it; a page by itself has none.
 *
 * What resolves is on the disk (fsync of file and folder), whatever happens to the machine after. All but `list` and
 * `read` are for whoever has claimed the wallet. What rejects wrote nothing; the message begins with the code that the
 * operating system gives (`ENOSPC: …`), or with one of these: `ELOCKLOST` (another program has the wallet now), `ECHANGED`
 * (another program wrote or removed NAME).
 */

export interface OutsideFiles {
  /** Names what both files hold: as long as it is the same, so are they. */
  readonly version: string;
  /** NAME; undefined: there is none. */
  readonly cache?: Uint8Array | undefined;
  /** NAME.keys; undefined: there is none. */
  readonly keys?: Uint8Array | undefined;
  /** What `remember` was given when NAME was closed, if NAME is that very file and was not written since. */
  readonly copy?: string | undefined;
}

export interface WrittenFiles {
  readonly cache?: Uint8Array | undefined;
  readonly keys?: Uint8Array | undefined;
  /** NAME is damaged: it is kept as NAME.damaged. */
  readonly aside?: boolean;
}

export interface OutsideFolder {
  /** Names of the wallets there. */
  list(): Promise<readonly string[]>;
  /** Undefined: they are still as `known` says (`OutsideFiles.version`). Both files missing: no such wallet. */
  read(name: string, known?: string): Promise<OutsideFiles | undefined>;
  /** Each given file as a whole or not at all, NAME first: once that is in place, so is the rest, or it is made so later. */
  write(name: string, files: WrittenFiles): Promise<void>;
  /** Puts `bytes` at the end of NAME, which is `at` bytes long; what lies behind that was never confirmed and goes. */
  append(name: string, at: number, bytes: Uint8Array): Promise<void>;
  remove(name: string): Promise<void>;
  /** False: another program has this wallet open. */
  claim(name: string): Promise<boolean>;
  release(name: string): Promise<void>;
  /** For the next `read`, by which it tells NAME from a copy of it. Undefined: nothing is to be told. May be lost. */
  remember(name: string, copy: string | undefined): Promise<void>;
}
