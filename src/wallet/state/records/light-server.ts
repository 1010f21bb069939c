/** Records of what a light-wallet server says. They are kept apart from what the wallet read from the chain. */
import type { TxId } from '../../../base/brands.ts';

export interface LightServerUse {
  readonly address: string;
  /** False: the wallet reads from nodes again, and compares what the server said with the chain. */
  readonly inUse: boolean;
  /** The server has answered for the account. Before, it may wait for the server's operator. */
  readonly open: boolean;
  /** The height that the server was asked to scan from, and whether it does. Absent: it was not asked. */
  readonly asked?: { readonly from: number; readonly granted: boolean };
  /** Height of the first block that the server scanned. */
  readonly startHeight: number;
  /** Number of blocks that it scanned, and that the chain has by its word. */
  readonly height: number;
  readonly chainHeight: number;
  /** Number of addresses of each account at which it was asked to find money. */
  readonly wanted: readonly number[];
  /** False: it refused them, and names money at the main address alone. */
  readonly subaddresses: boolean;
  /** Outputs that it named and that are not ours, or whose amounts do not open. */
  readonly refused: number;
}

/** A transaction of the chain, as the server names it. `fee`: 0 where it does not. */
export interface NamedTransaction {
  readonly txid: TxId;
  readonly height: number;
  readonly timestamp: number;
  readonly fee: bigint;
  readonly unlockTime: bigint;
  readonly coinbase: boolean;
}
