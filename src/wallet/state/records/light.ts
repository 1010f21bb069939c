/** Transactions that a light-wallet server reports of an account (ledger/light-watch.ts). */
import type { KeyImage, PublicKey, TxId } from '../../../base/brands.ts';

/** An input that may spend an output of ours: the output is a member of its ring. */
export interface PossibleSpend {
  readonly keyImage: KeyImage;
  /** Number of ring members beside the one that is spent. */
  readonly mixin: number;
  /** One-time key of our output. */
  readonly key: PublicKey;
}

/** A transaction of the chain that pays the wallet, or has outputs of it in its rings. Times in seconds, amounts in piconero. */
export interface LightTransaction {
  readonly txid: TxId;
  readonly height: number;
  readonly timestamp: number;
  readonly fee: bigint;
  readonly unlockTime: bigint;
  readonly coinbase: boolean;
  /** Hash of the prefix; 32 zero bytes for a coinbase, whose bytes the scan does not keep. */
  readonly prefixHash: Uint8Array;
  /** The mixin of the first input, counted as in `PossibleSpend`; 0 for a coinbase. */
  readonly mixin: number;
  readonly spends: readonly PossibleSpend[];
}
