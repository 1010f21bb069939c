/** What the browser says about persistence of stored wallets, and which wallets it lost. */
export interface StorageHealth {
  /** Whether the browser said that it will not evict this site's data; undefined when it does not say. */
  readonly persisted?: boolean;
  /** Bytes in use and allowed, if the browser reports them. */
  readonly usage?: number;
  readonly quota?: number;
  /** Wallets that were stored here and are gone although the person did not remove them. */
  readonly vanished: readonly { readonly name: string; readonly createdAt: number }[];
}
