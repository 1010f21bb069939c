/** Payment requests: what this wallet asks others to pay. */
import type { SubaddressIndex } from '../../../protocol/keys/subaddress.ts';

/** A request for a payment, with an address of its own (wallet/requests). Its state is computed, never stored. */
export interface RequestRecord {
  /** No other request has this address. */
  readonly subaddress: SubaddressIndex;
  /** Piconero; 0: the payer chooses. */
  readonly amount: bigint;
  /** The purpose of the payment, in the payer's link; may be empty. */
  readonly purpose: string;
  /** A text that the payer reads beside the code; may be empty. */
  readonly message: string;
  /** For the user only; may be empty. */
  readonly note: string;
  /** Seconds. */
  readonly created: number;
  /** The last second at which a payment may be seen first to count. Absent: it never expires. */
  readonly expires?: number;
  /** Seconds: when the user closed it. Absent: the user waits for it. */
  readonly closed?: number;
  /**
   * When payments were seen first, oldest first; only of a request that expires. The blocks that contain them have other
   * times, and a reorg or a rescan must not change which payments were in time.
   */
  readonly firstSeen: readonly FirstSeen[];
}

export interface FirstSeen {
  /** In hex. */
  readonly txid: string;
  /** Seconds. */
  readonly at: number;
}
