/** What the browser promises about stored wallets, and whether it kept the promise. */
export interface StorageHealth {
  /** Whether the browser said it will not evict this site's data; undefined when it does not tell. */
  readonly persisted?: boolean;
  /** Bytes in use and allowed, as far as the browser tells. */
  readonly usage?: number;
  readonly quota?: number;
  /** Wallets that were here and are gone though nobody removed them. */
  readonly vanished: readonly { readonly name: string; readonly createdAt: number }[];
}
