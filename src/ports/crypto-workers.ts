import type { Clsag } from '../protocol/tx/types.ts';

/** Addresses (major, from) to (major, from + count - 1). */
export interface AddressRow {
  readonly major: number;
  readonly from: number;
  readonly count: number;
}

/** One input to sign. `ring`: key and commitment of each member, 64 bytes. */
export interface SigningTask {
  readonly message: Uint8Array;
  readonly ring: Uint8Array;
  readonly realIndex: number;
  readonly secretKey: Uint8Array;
  /** Mask of the commitment less that of the pseudo output. */
  readonly mask: Uint8Array;
  readonly pseudoOut: Uint8Array;
}
export interface SignedInput {
  readonly clsag: Clsag;
  readonly keyImage: Uint8Array;
}
/** One input's signature and what it has to fit. `ring` as above. */
export interface SignatureClaim {
  readonly message: Uint8Array;
  readonly clsag: Clsag;
  readonly ring: Uint8Array;
  readonly keyImage: Uint8Array;
  readonly pseudoOut: Uint8Array;
}

/**
 * Arithmetic of which there is much when there are many addresses or inputs: whoever has workers shares it out among
 * those that have nothing to do.
 */
export interface CryptoWorkers {
  /** Something is coming: whoever has to be started is started. */
  warm(): void;
  /** Public spend keys, 32 bytes each, one buffer per row. */
  addresses(
    account: { readonly spendPublic: Uint8Array; readonly viewSecret: Uint8Array },
    rows: readonly AddressRow[],
  ): Promise<Uint8Array[]>;
  /** A byte 1 or 0 per point (32 bytes each): whether it is of the prime subgroup. */
  primeSubgroup(points: Uint8Array): Promise<Uint8Array>;
  /** CLSAG of each input, in order. The secrets' bytes are taken over and wiped. */
  sign(tasks: readonly SigningTask[]): Promise<SignedInput[]>;
  /** Whether each signature holds. */
  verify(claims: readonly SignatureClaim[]): Promise<boolean[]>;
}
