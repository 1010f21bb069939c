/**
 * A folder of the machine, outside the browser, where wallets lie as files under the names that monero-wallet-rpc uses:
 * NAME and NAME.keys. Who drives the app brings it; a page by itself has none.
 */
/** Bytes by suffix: '' for NAME, '.keys' for NAME.keys. */
export interface OutsideFiles {
  readonly cache?: Uint8Array | undefined;
  readonly keys?: Uint8Array | undefined;
}
export interface OutsideFolder {
  /** Names of the wallets there. */
  list(): Promise<readonly string[]>;
  /** Both missing: no such wallet. */
  read(name: string): Promise<OutsideFiles>;
  /** Each file as a whole or not at all, the keys first. Rejects when the disk refuses. */
  write(name: string, files: Required<OutsideFiles>): Promise<void>;
  remove(name: string): Promise<void>;
  /** False: another program has this wallet open. Claimed again by whoever has it: true. */
  claim(name: string): Promise<boolean>;
  release(name: string): Promise<void>;
}
