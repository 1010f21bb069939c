import { faultsOf, type NoData } from '../base/fault.ts';
import type { PortFaults } from '../ports/faults.ts';
import type { ProtocolFaults } from '../protocol/faults.ts';

/** Why there is nothing to prove with. */
export type NoProof =
  /** The transaction's secret is not kept here. */
  | 'tx_key'
  | 'nothing_received'
  /** A watching wallet proves no spending. */
  | 'spend_key'
  | 'not_ours'
  | 'partly_ours'
  /** The node's ring does not hold our output. */
  | 'ring'
  /** A watching wallet proves no reserve. */
  | 'full_wallet'
  | 'zero_balance'
  | 'too_little'
  | 'zero_amount';

/** What is wrong with reading without the spend key: not set up, asked of a copy, … */
export type BadBackground =
  'off' | 'set_up_inside' | 'start_copy' | 'stop_copy' | 'same_password' | 'no_file' | 'multisig';

/**
 * own: ours. known: read before. second: another one of the same signer in the same round. earlier, later: of another
 * round. stranger: of somebody who is no signer of this wallet. full: everybody's is here. none: no round is under way.
 */
export type SignerMessageProblem =
  'own' | 'known' | 'second' | 'earlier' | 'later' | 'stranger' | 'full' | 'none';

/** What the engine refuses, beside what the modules below refuse. */
export interface WalletFaults extends ProtocolFaults, PortFaults {
  no_wallet: NoData;
  /** DNSSEC does not prove what the resolver says of this name: anybody could have put another address there. */
  name_unproven: { readonly name: string };
  name_without_address: { readonly name: string };
  account_index: { readonly index: number; readonly count: number };
  address_index: { readonly index: number; readonly count: number };
  not_own_address: NoData;
  bad_count: { readonly count: number };
  watch_only: NoData;
  not_deterministic: NoData;
  bad_key: { readonly which: 'spend' | 'view' | 'address'; readonly why: string };
  /** Words of the old list: a new language for them has to be named. */
  language_needed: NoData;
  /** The 16 words are encrypted. */
  polyseed_password: NoData;
  attribute_not_found: { readonly key: string };
  unknown_tag: { readonly tag: string };
  book_index: { readonly index: number };
  bad_txid: { readonly txid: string };
  unknown_tx: { readonly txid: string };
  no_tx_key: { readonly txid: string };
  unknown_key_image: NoData;
  cannot_prove: { readonly reason: NoProof };

  // Reading while the spend key is away
  /** This is the copy of a wallet that reads for it. */
  background_wallet: NoData;
  background_syncing: NoData;
  bad_background: { readonly reason: BadBackground };
  /** It does not belong to this wallet, or none was named. */
  wrong_spend_key: NoData;

  // Two halves of a wallet
  /** A wallet that reads the chain itself takes no outputs from another. */
  hot_wallet: NoData;
  /** `at`: position in the list. */
  bad_outputs: {
    readonly reason: 'nothing_asked' | 'start' | 'gap' | 'total' | 'index' | 'foreign' | 'unreadable';
    readonly at?: number;
  };
  bad_key_images: { readonly reason: 'offset' | 'too_many' | 'domain' | 'conflict'; readonly at?: number };
  key_image_unsigned: { readonly at: number };
  /** `why` in words, for a person: what the signer found when it looked itself. */
  bad_unsigned_set: { readonly why: string };
  bad_signed_set: { readonly why: string };
  cannot_sign: { readonly why: string };

  // One signer of several
  /** Multisig is an experiment, and nobody has said to know that yet. */
  multisig_disabled: NoData;
  already_multisig: NoData;
  not_multisig: NoData;
  /** Money came here or went from here: making it one of several would lose the keys to it. */
  wallet_used: NoData;
  too_few_signers: { readonly have: number; readonly needed: number };
  /** Nobody has the spend key alone. */
  multisig_has_no_spend_key: NoData;
  /** The key exchange is not through. */
  multisig_unfinished: NoData;
  /** Too few other signers told nonces that can be used. */
  multisig_import_needed: NoData;
  /** A set counts on nonces of ours that are used up or were replaced. */
  multisig_export_needed: NoData;
  /** A set of transactions that cannot be read; `why` is for a person who looks for the reason. */
  bad_multisig_set: { readonly why: string };
  /** `why` in words: what we found when we made the transactions of a set again. */
  cannot_sign_multisig: { readonly why: string };
  cannot_submit_multisig: { readonly why: string };
  /** A message of a signer that is not the one wanted now; `round` is the one under way, `found` the message's. */
  wrong_signer_message: {
    readonly problem: SignerMessageProblem;
    readonly round: number;
    readonly found: number;
  };
  /** Too few have signed. */
  threshold_not_reached: NoData;

  /** The chain split deeper than we follow without being told to. */
  reorg_too_deep: { readonly depth: number; readonly max: number };
  /** The node serves another chain than the one the wallet knows. */
  chain_mismatch: { readonly height: number };

  // Sending
  no_destination: NoData;
  zero_amount: NoData;
  /** Even all money is not enough. */
  not_enough_money: { readonly available: bigint; readonly needed: bigint };
  /** Enough in all, but part of it is locked for now. */
  not_enough_unlocked_money: { readonly unlocked: bigint; readonly needed: bigint };
  /** The fee cannot be met: nothing sensible can be built. */
  tx_not_possible: { readonly available: bigint; readonly needed: bigint; readonly fee: bigint };
  /** One transaction cannot hold it; transfer_split could. */
  tx_too_large: { readonly transactions: number };
  too_many_destinations: { readonly n: number; readonly max: number };
  two_payment_ids: NoData;
  payment_id_and_subaddress: NoData;
  nonzero_unlock_time: NoData;
  not_enough_outputs: { readonly available: number; readonly needed: number };
  /** The node's answers about outputs contradict what we know: nothing was sent. */
  decoys_suspicious: { readonly why: string };
  /** The node names a fee outside what the network's rules allow. */
  fee_suspicious: { readonly fee: bigint; readonly highest: bigint };
  /** bound: by a payment that waits for signatures. */
  output_not_spendable: { readonly reason: 'spent' | 'locked' | 'frozen' | 'unknown' | 'bound' };
  /** None of the payments that wait here, or not any more. */
  unknown_payment: NoData;
  /** All transactions of this set are on their way or mined. */
  already_sent: NoData;
  /** Where there was nothing: in the whole account, at the addresses that were named, or below the amount. */
  nothing_to_sweep: { readonly among: 'account' | 'addresses' | 'below' };
  /** A refused transaction may still be mined, and this one could not be made to spend any of its inputs. */
  may_pay_twice: { readonly txid: string };
  fee_too_high_for_destination: { readonly amount: bigint; readonly fee: bigint };
  bad_tx_metadata: NoData;
  /** No prepared payment has this id: it was sent, dropped, or is too old. */
  prepared_not_found: NoData;
  /** Of several transactions of one payment. */
  sent_partly: { readonly sent: number; readonly of: number };
  /** What was built does not check out against ourselves: a bug or a memory fault; nothing was sent. */
  built_wrong: { readonly what: string };
  /** A sent transaction whose fate is unknown still uses this money. */
  busy_refreshing: NoData;
}
export const fault = faultsOf<WalletFaults>();
