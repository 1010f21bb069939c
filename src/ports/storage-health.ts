/** The browser's storage of wallets: persistence, space, and wallets that it has lost. */
export interface StorageHealth {
  /** True if the browser has promised not to evict this site's data; undefined when it does not say. */
  readonly persisted?: boolean;
  /** Bytes in use and allowed, if the browser reports them. */
  readonly usage?: number;
  readonly quota?: number;
  /** Little space is left: soon a write may be refused. */
  readonly short?: boolean;
  /** The browser stores nothing here: wallets are in memory, and lost when the page closes. */
  readonly inMemory?: boolean;
  /** Wallets that were stored here and are missing although the user did not remove them. */
  readonly vanished: readonly { readonly name: string; readonly createdAt: number }[];
}
