import { faultsOf, type NoData } from '../base/fault.ts';
import type { KernelFaults } from '../kernel/faults.ts';

export type UriProblem =
  | 'scheme'
  | 'address'
  /** A part is not of the form name=value. */
  | 'parameter'
  | 'duplicate'
  | 'amount'
  | 'payment_id'
  /** One payment id is in an integrated address and another one elsewhere in the link. */
  | 'two_payment_ids'
  /** There are more or fewer amounts or names than addresses. */
  | 'unequal_counts'
  /** A proposed form for several recipients or other currencies: guessing its meaning could cost money. */
  | 'unsupported'
  /** An amount in another currency than XMR. */
  | 'currency'
  | 'too_long';

export type ProofProblem =
  | 'header'
  | 'size'
  /** The text is not base58 or has a wrong length. */
  | 'encoding'
  /** The proof has more or fewer parts than the transaction has keys. */
  | 'count'
  /** The transaction has more additional keys than outputs. */
  | 'derivations'
  /** The transaction has no public key. */
  | 'no_tx_key'
  // Reserve proofs only: the decoded data is malformed.
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
  /** A message of an old version, with which a hostile signer could steal keys. */
  | 'old'
  | 'round'
  | 'key'
  | 'signer'
  | 'signature';

/** Why valid messages do not complete a round. */
export type KexRoundProblem =
  /** A message belongs to another round. */
  | 'round'
  | 'none'
  | 'complete'
  /** Two messages of one signer where only one is expected. */
  | 'twice'
  /** Too few signers. */
  | 'signers'
  /** The signer of a message is not in the group. */
  | 'not_a_signer'
  /** A wrong number of signers sent a key, or a signer sent a wrong number of keys. */
  | 'keys'
  /** Our own stored keys do not fit this round: the file is damaged. */
  | 'own_keys'
  /** A signer confirmed another address: the signers did not all have the same messages. */
  | 'other_address';

/** Why a signer's multisig info is refused. */
export type InfoProblem =
  | 'shape'
  /** The parts of the info name different signers. */
  | 'signer'
  /** A part is not a point, or not one of the prime-order subgroup. */
  | 'point'
  /** The signer is not in the group. */
  | 'not_a_signer'
  /** The message has more or fewer nonces or partial key images than this account has. */
  | 'count'
  /** The parts do not add up to the known key image: a part is false or belongs to another output. */
  | 'parts';

/** Faults that readers of bytes and texts of the protocol throw. */
export interface ProtocolFaults extends KernelFaults {
  /** The input ended before the value did. */
  truncated: { readonly at: number; readonly wanted: number };
  /** Bytes are left after the value. */
  trailing_bytes: { readonly left: number };
  /** A varint over 64 bits, or padded with zero groups. */
  bad_varint: { readonly at: number };
  /** A count or length above the protocol's limit. */
  list_too_long: { readonly n: number; readonly max: number };
  /** A tag, version or structure that the format does not have. */
  bad_format: { readonly what: string };
  /** A transaction version, tag or RingCT type that this build does not know: of later rules, or damaged. */
  unknown_format: { readonly what: string };
  /** A version that the reference does not read any more. */
  old_format: { readonly what: string; readonly version: number };
  /** `signature`: damaged, or made with another wallet's view key. */
  bad_envelope: { readonly reason: 'magic' | 'size' | 'signature' };
  /** The password does not decrypt this wallet file of the reference. */
  wrong_file_password: NoData;
  /** `device`: the keys are in a hardware wallet. `keys`: the keys do not belong together, so the file is damaged. */
  bad_keys_file: { readonly reason: 'shape' | 'keys' | 'device' | 'lookahead' };
  /** `old`: a format from before version 0.18. `shape`: of another wallet, or with another password. */
  bad_cache: { readonly reason: 'shape' | 'old' | 'damaged' };
  /** The export belongs to another wallet. */
  foreign_account: NoData;
  bad_base58: NoData;
  bad_address: { readonly reason: 'characters' | 'length' | 'checksum' | 'prefix' | 'point' };
  bad_kex_message: { readonly reason: KexProblem };
  bad_kex_round: { readonly reason: KexRoundProblem; readonly expected?: number; readonly found?: number };
  bad_multisig_seed: { readonly reason: 'hex' | 'size' | 'keys' };
  bad_multisig_info: { readonly reason: InfoProblem };
  /** Multisig accounts cannot have this threshold and number of signers. */
  bad_group: { readonly threshold: number; readonly signers: number };
  /** A secret key that is zero or not below l. */
  bad_secret_key: { readonly which: 'spend' | 'view' };
  /** A secret key that does not match its public key. */
  key_mismatch: { readonly which: 'spend' | 'view' };
  wrong_network: { readonly expected: string; readonly actual: string };
  bad_payment_id: NoData;
  /** `text`: the wrong part; `detail`: what is wrong with an address (a `bad_address` reason, or `network`). */
  bad_uri: { readonly reason: UriProblem; readonly text: string; readonly detail?: string };
  /** `word` is in no word list; `suggestion` is the most similar word; `index` counts from 0. */
  unknown_word: { readonly index: number; readonly word: string; readonly suggestion?: string };
  bad_word_count: { readonly count: number };
  /** All words are in the list, but the checksum word does not match them. */
  bad_word_checksum: { readonly expected: string };
  /**
   * checksum: a word is wrong (probably the one at `index`, if only `suggestion` in its place is similar and fits);
   * languages: two lists contain all words; features: a later version made it.
   */
  bad_polyseed: {
    readonly reason: 'checksum' | 'languages' | 'features';
    readonly index?: number;
    readonly word?: string;
    readonly suggestion?: string;
  };
  /** The three words from `index` on encode no four bytes. */
  impossible_words: { readonly index: number };
  unknown_language: { readonly language: string };
  /** The amount and mask do not match the commitment. */
  commitment_mismatch: NoData;
  bad_proof: { readonly what: string };
  /** A malformed proof of payment, spending or reserve. (A well-formed but wrong proof is not a fault.) */
  unsound_proof: { readonly reason: ProofProblem };
}
export const fault = faultsOf<ProtocolFaults>();
