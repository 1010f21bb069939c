/**
 * Messages for faults that calls of the page never cause: those of other clients' methods, and of malformed requests.
 */
import { UNEXPECTED, type Sentence, type Sentences } from './message.ts';

const unexpected = (): Sentence => UNEXPECTED;

export const OF_CALLS = {
  parse_error: unexpected,
  invalid_request: unexpected,
  method_not_found: unexpected,
  invalid_params: unexpected,
  denied: unexpected,
  unknown_key_type: unexpected,
  bad_transfer_type: unexpected,
  no_name: unexpected,
  missing_field: unexpected,
  bad_priority: unexpected,
  bad_key_image: unexpected,
  bad_signature_text: unexpected,
  hard_rescan_drops_key_images: unexpected,
  bad_threads: unexpected,
  no_estimate: unexpected,
  no_key_image: unexpected,
  no_outputs: unexpected,
  integrated_already: unexpected,
  not_integrated: unexpected,
  subaddress_not_allowed: unexpected,
  bad_ssl_mode: unexpected,
  not_in_browser: unexpected,
  count_mismatch: unexpected,
  untrusted_daemon: unexpected,
  no_txset: unexpected,
  bad_signature_type: unexpected,
  bad_tx_key: unexpected,
  reserve_of_subaddress: unexpected,
  bad_origin: unexpected,
  bad_budget: unexpected,
  unknown_site: unexpected,
} satisfies Partial<Sentences>;
