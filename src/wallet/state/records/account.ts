/** The keys of a wallet, and its part of a multisig account. */
import type { Point, PublicKey, SecretKey } from '../../../base/brands.ts';
import type { Network } from '../../../protocol/address/address.ts';
import type { SubaddressIndex } from '../../../protocol/keys/subaddress.ts';
import type { PolyseedLanguage } from '../../../protocol/mnemonic/polyseed/word-lists.ts';

/** Keys and birth height of the wallet. Never leaves the worker. */
export interface AccountRecord {
  readonly network: Network;
  readonly spendPublic: PublicKey;
  readonly viewPublic: PublicKey;
  readonly viewSecret: SecretKey;
  /** Absent in a view-only wallet, and in a multisig wallet, where no signer has it. */
  readonly spendSecret?: SecretKey;
  /** Present if this wallet is a multisig signer. */
  readonly multisig?: MultisigRecord;
  /** English name of the word list; empty when the wallet was not restored or created from words. */
  readonly seedLanguage: string;
  /** Present if the wallet was made from 16 words. */
  readonly polyseed?: PolyseedRecord;
  readonly restoreHeight: number;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
  readonly lookahead: SubaddressIndex;
}

/**
 * A Polyseed without its password: 19 bytes, its date in twelfths of a year since November 2021, and its language.
 */
export interface PolyseedRecord {
  readonly secret: Uint8Array;
  readonly birthday: number;
  readonly language: PolyseedLanguage;
}

/**
 * One signer's part of a multisig account. Before the main rounds of the key exchange are complete, the account's
 * `spendPublic` is the identity (01 00…), since there is no address yet.
 * Upstream: `m_multisig_*` of `wallet2`, `account_keys::m_multisig_keys`.
 */
export interface MultisigRecord {
  /** M in "M of N". */
  readonly threshold: number;
  /** Base public keys of all N signers, ours included, in the order of the account's first record. */
  readonly signers: readonly PublicKey[];
  /**
   * Secret of our base key. It identifies this signer and signs its messages, but cannot spend by itself. The
   * reference stores it as the spend secret.
   */
  readonly signerSecret: SecretKey;
  /** Our shares of the spend key; after the main rounds multiplied by their aggregation coefficients. */
  readonly keys: readonly SecretKey[];
  /** Finished rounds of the key exchange: N - M + 1 main ones, then one in which all signers confirm the address. */
  readonly rounds: number;
  /** Keys in our message of the current round; empty after the main rounds. */
  readonly derivations: readonly Point[];
}
