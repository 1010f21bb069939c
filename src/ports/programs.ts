/** The programs that keep their wallets in one database. Every call: fault storage_unavailable. */
export interface Programs {
  /** Names this program among the others. */
  readonly holder: string;
  /** 32 bytes that the programs of this database share. */
  readonly secret: Uint8Array;
  /** True while this program has the lease of the wallet. */
  holds(name: string): boolean;
  /** Where the other program answers that has the wallet open. Undefined: none has, or it has no address. */
  ownerOf(name: string): Promise<string | undefined>;
  /** Where a program answers. */
  addressOf(holder: string): Promise<string | undefined>;
  /** Number of programs that run now. */
  count(): Promise<number>;
  /** Selects the wallets that are stored. */
  stored(names: readonly string[]): Promise<readonly string[]>;
  /** Selects the stored wallets that no program has open. */
  free(names: readonly string[]): Promise<readonly string[]>;
  /** Ends the membership. */
  leave(): Promise<void>;
}
