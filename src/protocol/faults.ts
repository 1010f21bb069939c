import { faultsOf, type NoData } from '../base/fault.ts';
import type { KernelFaults } from '../kernel/faults.ts';

export type UriProblem =
  | 'scheme'
  | 'address'
  /** Not of the form name=value. */
  | 'parameter'
  | 'duplicate'
  | 'amount'
  | 'payment_id'
  /** One payment id in an integrated address and another one elsewhere in the link. */
  | 'two_payment_ids'
  /** Several addresses with too many or too few amounts or names. */
  | 'unequal_counts'
  /** A form for several recipients or other currencies that is only proposed: guessing could cost money. */
  | 'unsupported'
  | 'too_long';

export type ProofProblem =
  | 'header'
  | 'size'
  /** Not base58, or of a wrong length. */
  | 'encoding'
  /** More or fewer parts than the transaction has keys. */
  | 'count'
  /** More additional keys than outputs. */
  | 'derivations'
  /** The transaction carries no key of its own. */
  | 'no_tx_key'
  // Reserve proofs only: the encoded data is malformed.
  | 'data'
  | 'key_image_twice'
  | 'output_twice'
  | 'other_address'
  | 'unconfirmed'
  | 'output_index'
  | 'foreign_output';

/** Why a message of the key exchange cannot be read. */
export type KexProblem =
  | 'short'
  | 'magic'
  | 'size'
  | 'encoding'
  /** A message of a version that lost keys to hostile signers. */
  | 'old'
  | 'round'
  | 'key'
  | 'signer'
  | 'signature';

/** Why valid messages together do not make a round. */
export type KexRoundProblem =
  /** A message of another round than the present one. */
  | 'round'
  | 'none'
  | 'complete'
  /** Two messages of one signer where one is expected. */
  | 'twice'
  /** Too few signers. */
  | 'signers'
  /** A message of a signer outside the group. */
  | 'stranger'
  /** A key named by the wrong number of signers, or a signer with the wrong number of keys. */
  | 'keys'
  /** Our own stored keys do not fit this round: a damaged file. */
  | 'own_keys'
  /** A signer confirmed another address: not all signers had the same messages. */
  | 'other_address';

/** Why a signer's multisig info is refused. */
export type InfoProblem =
  | 'shape'
  /** Parts of it name different signers. */
  | 'signer'
  /** Not a point, or one outside the prime-order subgroup. */
  | 'point'
  /** The signer is not one of the group. */
  | 'stranger'
  /** More or fewer nonces or partial key images than this account has. */
  | 'count'
  /** The parts do not add up to the known key image: a part is false, or belongs to another output. */
  | 'parts';

/** Faults of reading bytes and texts of the protocol. */
export interface ProtocolFaults extends KernelFaults {
  /** The input ended before the value did. */
  truncated: { readonly at: number; readonly wanted: number };
  /** Bytes left over after the value. */
  trailing_bytes: { readonly left: number };
  /** A varint over 64 bits, or padded with zero groups. */
  bad_varint: { readonly at: number };
  /** A count or length above the protocol's own bound. */
  list_too_long: { readonly n: number; readonly max: number };
  /** A tag, version or shape that the format does not have. */
  bad_format: { readonly what: string };
  /** A version that the reference no longer reads. */
  old_format: { readonly what: string; readonly version: number };
  /** `signature`: damaged, or made with another wallet's view key. */
  bad_envelope: { readonly reason: 'magic' | 'size' | 'signature' };
  /** The password does not open this wallet file of the reference. */
  wrong_file_password: NoData;
  /** `device`: the keys are in a hardware wallet. `keys`: the keys do not belong together, so the file is damaged. */
  bad_keys_file: { readonly reason: 'shape' | 'keys' | 'device' | 'lookahead' };
  /** `old`: the format of versions before 0.18. `shape`: another wallet's, or another password. */
  bad_cache: { readonly reason: 'shape' | 'old' | 'damaged' };
  /** The export belongs to another wallet. */
  foreign_account: NoData;
  bad_base58: NoData;
  bad_address: { readonly reason: 'characters' | 'length' | 'checksum' | 'prefix' | 'point' };
  bad_kex_message: { readonly reason: KexProblem };
  bad_kex_round: { readonly reason: KexRoundProblem; readonly expected?: number; readonly found?: number };
  bad_multisig_seed: { readonly reason: 'hex' | 'size' | 'keys' };
  bad_multisig_info: { readonly reason: InfoProblem };
  /** No multisig account exists with this threshold and number of signers. */
  bad_group: { readonly threshold: number; readonly signers: number };
  /** A secret key that is zero or not below l. */
  bad_secret_key: { readonly which: 'spend' | 'view' };
  /** A secret key that does not match its public key. */
  key_mismatch: { readonly which: 'spend' | 'view' };
  wrong_network: { readonly expected: string; readonly actual: string };
  bad_payment_id: NoData;
  /** `text` is the faulty part; `detail` says what is wrong with an address (a `bad_address` reason, or `network`). */
  bad_uri: { readonly reason: UriProblem; readonly text: string; readonly detail?: string };
  /** A word that is in no word list; `suggestion` is the nearest one. `index` counts from 0. */
  unknown_word: { readonly index: number; readonly word: string; readonly suggestion?: string };
  bad_word_count: { readonly count: number };
  /** The words are all valid, but the checksum word does not fit them. */
  bad_word_checksum: { readonly expected: string };
  /** checksum: a word is wrong; languages: two lists have all words; features: it was made by a later version. */
  bad_polyseed: { readonly reason: 'checksum' | 'languages' | 'features' };
  /** Three words, from `index` on, that no four bytes are written as. */
  impossible_words: { readonly index: number };
  unknown_language: { readonly language: string };
  /** An amount that does not open its commitment. */
  commitment_mismatch: NoData;
  bad_proof: { readonly what: string };
  /**
   * A proof of payment, spending or reserve that is malformed. A well-formed but wrong proof is an answer, not a
   * fault.
   */
  unsound_proof: { readonly reason: ProofProblem };
}
export const fault = faultsOf<ProtocolFaults>();
