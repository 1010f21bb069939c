/** Calls that a program made with an idempotency key (wallet/spend/keyed-calls.ts). */

/** A call that sent something, or built it. Stored in the commit that stores its transactions. */
export interface KeyedCall {
  /** Keccak-256 of method and parameters. */
  readonly hash: Uint8Array;
  /** Seconds. */
  readonly at: number;
  /** Ids in hex of its transactions, in the order in which they are sent. Empty: it only built them, or a set. */
  readonly txids: readonly string[];
  /** The result that the caller gets, encoded; it may hold transaction keys. */
  readonly result: Uint8Array;
}
