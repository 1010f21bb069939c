/** Records about relays of one's own, which send compact blocks (sync/read-relay.ts). */

/** The blocks that were read through a relay: those from a height on. */
export interface RelayedBlocks {
  readonly from: number;
  /** Ids of some blocks below, 32 bytes each, the last of block `from - 1`: reading can go on from there. */
  readonly below: Uint8Array;
}

export interface RelayLie {
  /** The block and what differs, in English. */
  readonly what: string;
  /** Milliseconds since 1970. */
  readonly since: number;
}
