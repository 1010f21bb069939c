/** Data that multisig signers exchange: nonces and partial key images of outputs, and messages of a round. */
import type { Point, PublicKey, Scalar } from '../../../base/brands.ts';

export interface MultisigOutput {
  /** Our nonces of the last export. Each signs once: the commit before its use deletes it. */
  readonly nonces: readonly Scalar[];
  /**
   * The copy of the wallet file (`WalletFile.copy`) that drew `nonces`; in another copy they must not be used.
   * Absent: there are no nonces, or an older version drew them, and then they must not be used either.
   */
  readonly copy?: string;
  /**
   * The last multisig infos of the other signers, ascending by signer; empty if none was imported for this output.
   */
  readonly infos: readonly MultisigInfo[];
}

export interface MultisigInfo {
  readonly signer: PublicKey;
  /** L = k·G and R = k·Hp(output key) of each of the signer's nonces. */
  readonly nonces: readonly { readonly L: Point; readonly R: Point }[];
  /** Each of the signer's key shares times Hp(output key). */
  readonly partialKeyImages: readonly Point[];
}

/** A round in which every signer sends a message to every other one. */
export interface SignerRound {
  /** Round of the key exchange, from 1; 0: exchange of multisig info. */
  readonly round: number;
  /** The chosen threshold, before round 1; then 0, since the account contains it. */
  readonly threshold: number;
  readonly total: number;
  /** Our message, if it cannot be computed again (multisig info). */
  readonly own?: Uint8Array;
  /** Multisig info only: the copy of the wallet file that drew its nonces (`WalletFile.copy`). */
  readonly copy?: string;
  /** Messages of the others, one per signer. */
  readonly others: readonly { readonly signer: PublicKey; readonly message: Uint8Array }[];
  /** Multisig info only: the infos of the others were imported. */
  readonly taken?: true;
}
