import { faultsOf, type NoData } from '../base/fault.ts';
import type { PortFaults } from '../ports/faults.ts';
import type { Network } from '../protocol/address/address.ts';
import type { ProtocolFaults } from '../protocol/faults.ts';

/** The subject on which two nodes differ. */
export type Difference = 'tip' | 'fork_heights' | 'fees' | 'distribution';

/** Why nothing can be proved. */
export type NoProof =
  /** The transaction's secret key is not stored here. */
  | 'tx_key'
  | 'nothing_received'
  /** A view-only wallet cannot prove spending. */
  | 'spend_key'
  | 'not_ours'
  | 'partly_ours'
  /** Our output is not in the ring that the node reports. */
  | 'ring'
  /** A view-only wallet cannot prove a reserve. */
  | 'full_wallet'
  | 'zero_balance'
  | 'too_little'
  | 'zero_amount';

/** Why background sync is refused: not set up, requested of a copy, blocks were left out (ledger/gaps.ts) … */
export type BadBackground =
  'off' | 'set_up_inside' | 'start_copy' | 'stop_copy' | 'same_password' | 'no_file' | 'multisig' | 'gap';

/**
 * own: our own message. known: read before. second: another message of the same signer in the same round. earlier,
 * later: of another round. not_a_signer: its signer is not in this group. full: all messages are here. none: no round has
 * begun.
 */
export type SignerMessageProblem =
  'own' | 'known' | 'second' | 'earlier' | 'later' | 'not_a_signer' | 'full' | 'none';

/**
 * magic: something else. damaged: changed or cut. too_new: of a later version. spend_key: for the wallet that can spend, and this
 * one only watches.
 */
export type CompanionProblem = 'magic' | 'damaged' | 'too_new' | 'too_large' | 'spend_key' | 'other_wallet';

/** Faults that the wallet's own modules throw. */
export type UnreadableKeys =
  | 'nothing'
  | 'length'
  | 'no_spend_key'
  | 'hex'
  | 'key_length'
  | 'key_character'
  | 'many_keys'
  | 'address'
  | 'only_address'
  | 'payment'
  | 'proof'
  | 'passphrase';

export interface WalletFaults extends ProtocolFaults, PortFaults {
  no_wallet: NoData;
  /** Two nodes say different things: `node`, from which the wallet reads, and `other`. Nothing was asked or sent. */
  nodes_disagree: { readonly what: Difference; readonly node: string; readonly other: string };
  /**
   * The wallet has asked `other` about this, and chose the node `address` itself, since the preferred one is away. It
   * asks a second node about the same thing only if the person chooses that node.
   */
  asked_elsewhere: { readonly address: string; readonly other: string };
  /** An unusable list of nodes: `role` names an address outside of it, one is in it twice, or there are too many. */
  bad_node_list: { readonly reason: 'role' | 'twice' | 'too_many'; readonly address: string };
  /** The session is for wallets of another network. */
  other_network: { readonly wallet: Network; readonly expected: Network };
  /** DNSSEC does not prove the resolver's answer for this name: it may be forged. */
  name_unproven: { readonly name: string };
  name_without_address: { readonly name: string };
  /** The name has several addresses, or asks for a payment ID. The reference pays the first address. */
  name_unclear: { readonly name: string };
  account_index: { readonly index: number; readonly count: number };
  address_index: { readonly index: number; readonly count: number };
  not_own_address: NoData;
  bad_count: { readonly count: number };
  watch_only: NoData;
  not_deterministic: NoData;
  bad_key: { readonly which: 'spend' | 'view' | 'address'; readonly why: string };
  /** Words of the old list: the caller must name a language for the new phrase. */
  language_needed: NoData;
  /** The 16 words are encrypted. */
  polyseed_password: NoData;
  /**
   * Keys that a person gives cannot be read. nothing: no text. length: too long. no_spend_key: a link that can only watch.
   * hex: neither words nor keys. key_length, key_character: a key with a mistake, and which. many_keys: more than two.
   * address: the one of the wallet of the keys. only_address, payment, proof: the text is one of these instead.
   * passphrase: keys in hex have none.
   */
  unreadable_keys: {
    readonly reason: UnreadableKeys;
    readonly length?: number;
    readonly character?: string;
  };
  /** No keys are being swept. */
  no_keys_given: NoData;
  /** The chain is not read to its end for the given keys. */
  keys_not_read: NoData;
  /** The given keys are those of the open wallet. */
  own_keys: NoData;
  /** 13 words were given with a passphrase; MyMonero had none. */
  short_words_offset: NoData;
  attribute_not_found: { readonly key: string };
  unknown_tag: { readonly tag: string };
  /** A companion (wallet/companion) that cannot be read or, when it is too large, made. */
  bad_companion: { readonly reason: CompanionProblem };
  book_index: { readonly index: number };
  bad_txid: { readonly txid: string };
  unknown_tx: { readonly txid: string };
  no_tx_key: { readonly txid: string };
  unknown_key_image: NoData;
  cannot_prove: { readonly reason: NoProof };
  /** Not defined yet for outputs of Carrot. multisig: info about coins. The others: exports, and proofs by kind. */
  carrot_undefined: {
    readonly reason:
      'outputs' | 'key_images' | 'multisig' | 'tx_key' | 'tx_proof' | 'spend_proof' | 'reserve';
  };

  // Background sync
  /** This file is the copy of a wallet for background sync. */
  background_wallet: NoData;
  background_syncing: NoData;
  bad_background: { readonly reason: BadBackground };
  /** The spend key is not this wallet's, or none was given. */
  wrong_spend_key: NoData;

  // Cold signing
  /** A wallet that scans the chain does not import outputs. */
  hot_wallet: NoData;
  /** `at`: position in the list. */
  bad_outputs: {
    readonly reason: 'nothing_asked' | 'start' | 'gap' | 'total' | 'index' | 'foreign' | 'unreadable';
    readonly at?: number;
  };
  bad_key_images: { readonly reason: 'offset' | 'too_many' | 'domain' | 'conflict'; readonly at?: number };
  key_image_unsigned: { readonly at: number };
  /** `why`: a sentence for the user about what this signer found in the set. */
  bad_unsigned_set: { readonly why: string };
  bad_signed_set: { readonly why: string };
  cannot_sign: { readonly why: string };

  // Multisig
  /** Multisig is experimental, and the person has not enabled it. */
  multisig_disabled: NoData;
  already_multisig: NoData;
  not_multisig: NoData;
  /** The wallet has received or sent money: turning it into a multisig wallet would lose the keys to it. */
  wallet_used: NoData;
  too_few_signers: { readonly have: number; readonly needed: number };
  /** No signer has the whole spend key. */
  multisig_has_no_spend_key: NoData;
  multisig_unfinished: NoData;
  /** All rounds of the key exchange are done. */
  multisig_complete: NoData;
  /** make_multisig comes first: otherwise the message could reveal keys of another group. */
  booster_too_early: NoData;
  /** Too few other signers sent usable nonces. */
  multisig_import_needed: NoData;
  /** A set uses nonces of ours that are used up or were replaced. */
  multisig_export_needed: NoData;
  /** The multisig set cannot be read; `why` is a sentence for the user. */
  bad_multisig_set: { readonly why: string };
  /** `why`: a sentence about the difference found when this signer rebuilt the transactions of the set. */
  cannot_sign_multisig: { readonly why: string };
  cannot_submit_multisig: { readonly why: string };
  /** A message that is not expected now. `round`: our current round; `found`: the message's. */
  wrong_signer_message: {
    readonly problem: SignerMessageProblem;
    readonly round: number;
    readonly found: number;
  };
  /** Too few signers have signed. */
  threshold_not_reached: NoData;

  /**
   * The node's chain follows consensus rules that this build does not know. `version`: of the first block that it
   * cannot read; `height`: the first block of these rules; `time`: of that block in seconds, 0 when not known;
   * `sending`: the network still takes the transactions that this build makes; `sending_ends`: up to the block before
   * this one, absent while no end is known.
   */
  newer_rules: {
    readonly address: string;
    readonly height: number;
    readonly version: number;
    readonly time: number;
    readonly sending: boolean;
    readonly sending_ends?: number;
  };
  /** The network no longer takes the transactions that this build makes; `version`: of its rules. */
  sending_needs_update: { readonly version: number };
  /** The reorg is deeper than `max`: the user must confirm it. */
  reorg_too_deep: { readonly depth: number; readonly max: number };
  /** The node's chain is not the one that the wallet has read. */
  chain_mismatch: { readonly height: number };

  // Sending
  no_destination: NoData;
  /** `subtractFeeFrom` names a payee that there is not; indexes begin with 0. */
  no_such_fee_payer: { readonly index: number };
  zero_amount: NoData;
  /** All money of the account together is not enough. */
  not_enough_money: { readonly available: bigint; readonly needed: bigint };
  /** There is enough money, but part of it is locked. */
  not_enough_unlocked_money: { readonly unlocked: bigint; readonly needed: bigint };
  /** The chosen outputs do not cover amount and fee. */
  chosen_too_little: { readonly available: bigint; readonly needed: bigint };
  /** The money does not cover the fee. */
  /** The payment needs some of `coins` coins that may be spent in blocks that are not read yet. */
  coins_not_read: { readonly coins: number };
  tx_not_possible: { readonly available: bigint; readonly needed: bigint; readonly fee: bigint };
  /**
   * The payment needs several transactions, and the money lies in too few outputs for all of them. Those before can
   * pay the first `payable` payees; their change is locked for ten blocks.
   */
  too_few_outputs: { readonly transactions: number; readonly payable: number };
  /** One transaction cannot hold it; transfer_split may. */
  tx_too_large: { readonly transactions: number };
  too_many_destinations: { readonly n: number; readonly max: number };
  two_payment_ids: NoData;
  payment_id_and_subaddress: NoData;
  nonzero_unlock_time: NoData;
  not_enough_outputs: { readonly available: number; readonly needed: number };
  /** The node's answers about outputs contradict what the wallet knows. Nothing was sent. */
  decoys_suspicious: { readonly why: string };
  /** The node reports a fee rate that the network's rules do not allow. */
  fee_suspicious: { readonly fee: bigint; readonly highest: bigint };
  /**
   * bound: a payment that waits for signatures uses the output. ring: its ring, chosen at an earlier attempt, is too old
   * for a payment of it alone.
   */
  output_not_spendable: {
    readonly reason: 'spent' | 'locked' | 'frozen' | 'unknown' | 'later' | 'bound' | 'ring';
  };
  /** No unsent payment has this id. */
  unknown_payment: NoData;
  /** All transactions of this set are in the pool or mined. */
  already_sent: NoData;
  /**
   * Nothing to sweep: in the whole account, at the named addresses, or below the amount. dust: each output is worth less
   * than the fee for spending it.
   */
  nothing_to_sweep: { readonly among: 'account' | 'addresses' | 'below' | 'dust' };
  /** No payment made here with this id waits for a block, or it is being sent now. */
  not_waiting: NoData;
  /**
   * A payment that waits for a block: in_pool: the node showed it in one of its last answers; unread_blocks: it may be in
   * a block of a gap, or in one that this build cannot read; sending: it is being sent now.
   */
  cannot_give_up: { readonly reason: 'in_pool' | 'unread_blocks' | 'sending' };
  /** A refused transaction may still be mined, and this payment cannot spend one of its inputs to exclude that. */
  may_pay_twice: { readonly txid: string };
  fee_too_high_for_destination: { readonly amount: bigint; readonly fee: bigint };
  bad_tx_metadata: NoData;
  /** No prepared payment has this id: it was sent, dropped, or is too old. Or the network takes no rings any more. */
  prepared_not_found: NoData;
  /**
   * The first `sent` of the `of` transactions of a payment were sent, and the rest was not. `unknown`: the id of the
   * one after them, if no answer says whether a node has it.
   */
  sent_partly: { readonly sent: number; readonly of: number; readonly unknown?: string };
  /** An idempotency key has 1 to 255 printable characters of ASCII. */
  bad_idempotency_key: { readonly reason: 'length' | 'characters' };
  /** A call with this idempotency key, but another method or other parameters, was answered before. */
  idempotency_key_reused: NoData;
  /** The built transaction does not verify: a bug or a memory fault. Nothing was sent. */
  built_wrong: { readonly what: string };
  /** A sent transaction with unknown outcome still uses this money. */
  busy_refreshing: NoData;
  /** Blocks were left out to read newer ones first: they must be read before this. `blocks`: how many. */
  blocks_left_out: { readonly blocks: number };
}
export const fault = faultsOf<WalletFaults>();
