import type { RequestFaults, SiteRecordFaults } from '../wallet/types.ts';
import { faultsOf, type NoData } from '../base/fault.ts';
import type { AmountFaults } from '../base/amount.ts';
import type { HexFaults } from '../base/hex.ts';
import type { PartFaults } from '../base/on-demand.ts';
import type { WorkerFaults } from '../base/worker-faults.ts';
import type { InvoiceFaults } from '../protocol/invoice/faults.ts';
import type { WalletFaults } from '../wallet/faults.ts';

export interface RpcFaults
  extends
    WalletFaults,
    SiteRecordFaults,
    RequestFaults,
    AmountFaults,
    HexFaults,
    InvoiceFaults,
    PartFaults,
    WorkerFaults {
  parse_error: NoData;
  invalid_request: NoData;
  method_not_found: { readonly method: string };
  invalid_params: { readonly path: string; readonly wanted: string };
  /** The method is forbidden in restricted mode. */
  denied: NoData;
  unknown_key_type: { readonly type: string };
  bad_transfer_type: { readonly type: string };
  no_name: NoData;
  missing_field: { readonly field: string; readonly what: string };
  wrong_old_password: NoData;
  bad_priority: { readonly priority: number };
  bad_key_image: NoData;
  bad_signature_text: NoData;
  hard_rescan_drops_key_images: NoData;
  bad_threads: { readonly threads: number };
  /** There is no transaction whose fee could be estimated. */
  no_estimate: NoData;
  no_key_image: { readonly what: string };
  /** The user asked for a sweep to zero outputs. */
  no_outputs: NoData;
  integrated_already: NoData;
  not_integrated: NoData;
  subaddress_not_allowed: NoData;
  bad_ssl_mode: { readonly mode: string };
  bad_fingerprint: { readonly wrong: 'digits' | 'length' };
  /** A parameter that a browser cannot follow: the node would learn what it was to hide, or be another one. */
  not_in_browser: { readonly parameter: string };
  /** Two lists of parameters must have the same length. */
  count_mismatch: NoData;
  /** The method reveals much to the node and is allowed only with a trusted one. */
  untrusted_daemon: NoData;
  finalize_removed: NoData;
  /** A multisig seed has no words, so no passphrase can be added. */
  multisig_seed_offset: NoData;
  /** No set to describe was given. */
  no_txset: NoData;
  bad_signature_type: { readonly type: string };
  bad_tx_key: NoData;
  bad_background_type: { readonly type: string };
  bad_log_level: { readonly level: number };
  /** Not the origin of a web page: https, or http on this computer. */
  bad_origin: { readonly origin: string };
  /** The request of a site was answered before, or is too old. */
  unknown_request: NoData;
  bad_budget: NoData;
  /** A call with an idempotency key to a method that neither sends nor only reads. */
  no_idempotency: { readonly method: string };
  /** Reserve proofs are made for main addresses only. */
  reserve_of_subaddress: NoData;
}
export const fault = faultsOf<RpcFaults>();
