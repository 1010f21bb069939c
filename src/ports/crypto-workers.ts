import type { Commitment, KeyImage, PublicKey, Scalar, SecretKey } from '../base/brands.ts';
import type { AddressSource } from '../protocol/address/own-texts.ts';
import type { SubaddressIndex } from '../protocol/keys/subaddress.ts';
import type { Opening } from '../protocol/rct/amount.ts';
import type { BulletproofPlusClaim } from '../protocol/rct/bpp-verify.ts';
import type { MembershipWorkers } from './membership-workers.ts';
import type { BulletproofPlus, Clsag } from '../protocol/tx/types.ts';

/** Subaddresses (major, from) to (major, from + count - 1). */
export interface AddressRow {
  readonly major: number;
  readonly from: number;
  readonly count: number;
}

/** One input to sign. `ring`: key and commitment of each member, 64 bytes each. */
export interface SigningTask {
  readonly message: Uint8Array;
  readonly ring: Uint8Array;
  readonly realIndex: number;
  readonly secretKey: SecretKey;
  /** Mask of the input's commitment minus the mask of its pseudo output. */
  readonly mask: Scalar;
  readonly pseudoOut: Commitment;
}
export interface SignedInput {
  readonly clsag: Clsag;
  readonly keyImage: KeyImage;
}
/** The signature of one input, and the data needed to verify it. `ring` as in SigningTask. */
export interface SignatureClaim {
  readonly message: Uint8Array;
  readonly clsag: Clsag;
  readonly ring: Uint8Array;
  readonly keyImage: KeyImage;
  readonly pseudoOut: Commitment;
}

/** Heavy arithmetic for many addresses or inputs. An implementation may share it among idle workers. */
export interface CryptoWorkers {
  /** Starts the workers if they do not run, because work will come soon. */
  warm(): void;
  /** Public spend keys, 32 bytes each; one buffer per row. */
  addresses(
    account: { readonly spendPublic: PublicKey; readonly viewSecret: SecretKey },
    rows: readonly AddressRow[],
  ): Promise<Uint8Array[]>;
  /** The texts of many addresses, in their order. */
  addressTexts(source: AddressSource, indices: readonly SubaddressIndex[]): Promise<string[]>;
  /** One byte per point (32 bytes each): 1 if it is in the prime-order subgroup, otherwise 0. */
  primeSubgroup(points: Uint8Array): Promise<Uint8Array>;
  /** One range proof of 1 to 16 amounts. */
  prove(openings: readonly Opening[]): Promise<BulletproofPlus>;
  /** The validity of one range proof. */
  verifyRange(claim: BulletproofPlusClaim): Promise<boolean>;
  /** CLSAG signatures of all inputs, in order. Takes over and wipes the buffers of the secrets. */
  sign(tasks: readonly SigningTask[]): Promise<SignedInput[]>;
  /** The validity of each signature. */
  verify(claims: readonly SignatureClaim[]): Promise<boolean[]>;
  /** Absent in releases, which make no membership proofs. */
  readonly membership?: MembershipWorkers;
}
