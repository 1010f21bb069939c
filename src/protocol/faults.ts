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
  /** One in an integrated address and another one, in whatever form. */
  | 'two_payment_ids'
  /** Several addresses with too many or too few amounts or names. */
  | 'unequal_counts'
  /** Another way to name recipients, or an amount in another currency: guessing could cost money. */
  | 'unsupported'
  | 'too_long';

export type ProofProblem =
  | 'header'
  | 'size'
  /** Not base58, or not of the length that its place has. */
  | 'encoding'
  /** More or fewer parts than the transaction has keys. */
  | 'count'
  /** More additional keys than outputs. */
  | 'derivations'
  /** The transaction carries no key of its own. */
  | 'no_tx_key'
  // Of reserve proofs
  | 'data'
  | 'key_image_twice'
  | 'output_twice'
  | 'other_address'
  | 'unconfirmed'
  | 'output_index'
  | 'foreign_output';

/** A message of the key exchange that cannot even be read. */
export type KexProblem =
  | 'short'
  | 'magic'
  | 'size'
  | 'encoding'
  /** Of a version that lost keys to hostile signers. */
  | 'old'
  | 'round'
  | 'key'
  | 'signer'
  | 'signature';

/** Messages that are sound each, but do not make a round. */
export type KexRoundProblem =
  /** Of another round than the one under way: late, or early. */
  | 'round'
  | 'none'
  | 'complete'
  /** Two of one signer where one is wanted. */
  | 'twice'
  /** Fewer signers than it takes. */
  | 'signers'
  /** Somebody who is not of the group. */
  | 'stranger'
  /** A key that the wrong number of signers tells, or a signer that tells the wrong number of keys. */
  | 'keys'
  /** What we told ourselves is not what this round needs: a damaged file. */
  | 'own_keys'
  /** Somebody came to another address: not all had the same messages. */
  | 'other_address';

/** What a signer tells of the account's outputs, and cannot be. */
export type InfoProblem =
  | 'shape'
  /** Not all of it speaks of the same signer. */
  | 'signer'
  /** No point, or one outside the group of the base point. */
  | 'point'
  /** Somebody who is not of the group. */
  | 'stranger'
  /** More or fewer nonces or parts than this account has. */
  | 'count'
  /** The parts of a key image do not add up to one: somebody told a false one, or speaks of another output. */
  | 'parts';

/** What bytes and texts of the protocol can be guilty of. */
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
  /** A version that the reference no longer reads either. */
  old_format: { readonly what: string; readonly version: number };
  /** `signature`: damaged on the way, or made with another wallet's view key. */
  bad_envelope: { readonly reason: 'magic' | 'size' | 'signature' };
  /** A wallet file of the reference that this password does not open. */
  wrong_file_password: NoData;
  /** `device`: the keys are in a hardware wallet. `keys`: they do not belong together, so the file is damaged. */
  bad_keys_file: { readonly reason: 'shape' | 'keys' | 'device' | 'lookahead' };
  /** `old`: in the format of versions before 0.18. `shape`: not this wallet's, or not its password. */
  bad_cache: { readonly reason: 'shape' | 'old' | 'damaged' };
  /** Made for another wallet. */
  foreign_account: NoData;
  bad_base58: NoData;
  bad_address: { readonly reason: 'characters' | 'length' | 'checksum' | 'prefix' | 'point' };
  bad_kex_message: { readonly reason: KexProblem };
  bad_kex_round: { readonly reason: KexRoundProblem; readonly expected?: number; readonly found?: number };
  bad_multisig_seed: { readonly reason: 'hex' | 'size' | 'keys' };
  bad_multisig_info: { readonly reason: InfoProblem };
  /** No account can be made of so many signers with this threshold. */
  bad_group: { readonly threshold: number; readonly signers: number };
  /** A secret key that is zero or not below l. */
  bad_secret_key: { readonly which: 'spend' | 'view' };
  /** A secret key that does not belong to the public key it came with. */
  key_mismatch: { readonly which: 'spend' | 'view' };
  wrong_network: { readonly expected: string; readonly actual: string };
  bad_payment_id: NoData;
  /** `text` is the piece at fault; `detail` says what is wrong with an address (a `bad_address` reason, or `network`). */
  bad_uri: { readonly reason: UriProblem; readonly text: string; readonly detail?: string };
  /** A word that is in no list of the language; `suggestion` is the nearest one. `index` counts from 0. */
  unknown_word: { readonly index: number; readonly word: string; readonly suggestion?: string };
  bad_word_count: { readonly count: number };
  /** The words are all valid, but the checksum word does not fit them. */
  bad_word_checksum: { readonly expected: string };
  /** checksum: a word is wrong; languages: two lists have all words; features: it was made by a later version. */
  bad_polyseed: { readonly reason: 'checksum' | 'languages' | 'features' };
  /** Three words, from `index` on, that no four bytes are written as. */
  impossible_words: { readonly index: number };
  unknown_language: { readonly language: string };
  /** An amount that its commitment does not open to. */
  commitment_mismatch: NoData;
  bad_proof: { readonly what: string };
  /** A proof of payment, spending or reserve that cannot even be judged. One that is wrong is no fault but an answer. */
  unsound_proof: { readonly reason: ProofProblem };
}
export const fault = faultsOf<ProtocolFaults>();
