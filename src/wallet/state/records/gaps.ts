/**
 * Blocks that were left out so that newer ones could be read first (ledger/gaps.ts), and what is kept of the newer ones
 * until the gap is read; and the data that reading takes. Heights are block heights, times are seconds.
 */
import type { KeyImage } from '../../../base/brands.ts';
import type { FoundOutput } from '../../../ports/scan-pool.ts';

/** The blocks from height `from` to `to - 1` are not read yet. */
export interface Gap {
  readonly from: number;
  readonly to: number;
  /** Ids of the last blocks below `from`, 32 bytes each, at most as many as a reorg can replace. Empty: none was read. */
  readonly below: Uint8Array;
  /** Id of block `to - 1`. */
  readonly last: Uint8Array;
  /** Time of block `from - 1`; 0 when none was read. */
  readonly since: number;
  /** Time of block `to - 1`. */
  readonly until: number;
  /** The person wants it to be read on any link. */
  readonly wanted?: true;
}

/** Bytes to and from nodes (sync/data-used.ts). */
export interface DataUsed {
  /** The day on this device, `2026-11-27`. */
  readonly day: string;
  readonly today: number;
  readonly month: number;
  /** Bytes of a block of those that were read last, as the node sends it; 0: not known. */
  readonly blockBytes: number;
}

/**
 * The transactions of blocks above a gap, without what only foreign people need. They are applied again whenever the gap
 * brings something: they may spend what it brings. Without coinbases that pay others.
 */
export interface KeptBlocks {
  readonly startHeight: number;
  /** Number of blocks; the lists may be longer after a reorg. */
  readonly count: number;
  readonly times: readonly number[];
  /** Block i has the transactions firstTx[i] to firstTx[i + 1] - 1. */
  readonly firstTx: readonly number[];
  /** 32 bytes each. */
  readonly ids: Uint8Array;
  /** Piconero, 8 bytes each, little-endian. */
  readonly fees: Uint8Array;
  readonly unlockTimes: readonly { readonly tx: number; readonly time: bigint }[];
  /** All key images, 32 bytes each, and the transaction of each. */
  readonly keyImages: Uint8Array;
  readonly keyImageTx: readonly number[];
  /** Amounts of inputs without RingCT. */
  readonly clearAmounts: readonly { readonly keyImage: KeyImage; readonly amount: bigint }[];
  readonly found: readonly FoundOutput[];
}
