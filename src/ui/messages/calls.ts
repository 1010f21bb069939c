/**
 * Messages for faults of methods that only the console calls, and of wrong parameters. Where there is none, the
 * console shows what a program gets.
 */
import { CHANGED, say, text, UNEXPECTED, type Sentence, type Sentences } from './message.ts';

const unexpected = (): Sentence => UNEXPECTED;

export const OF_CALLS = {
  parse_error: unexpected,
  invalid_request: unexpected,
  method_not_found: unexpected,
  invalid_params: (d) => ({
    what: `The value of ${text(d, 'path') || '…'} is not of the type ${text(d, 'wanted') || '…'}.`,
    then: CHANGED,
  }),
  denied: unexpected,
  unknown_key_type: say('There is no key of this type.', 'The types are mnemonic, view_key and spend_key.'),
  bad_transfer_type: unexpected,
  no_name: unexpected,
  missing_field: (d) => ({ what: `The parameter ${text(d, 'field')} is missing.`, then: CHANGED }),
  bad_priority: say('There is no such priority.', 'Choose a number from 0 to 4.'),
  bad_background: unexpected,
  bad_idempotency_key: unexpected,
  bad_key_image: unexpected,
  no_such_fee_payer: unexpected,
  bad_signature_text: unexpected,
  hard_rescan_drops_key_images: unexpected,
  bad_threads: unexpected,
  no_estimate: unexpected,
  no_key_image: unexpected,
  no_outputs: unexpected,
  integrated_already: unexpected,
  not_integrated: say('This address contains no payment ID.', 'An integrated address has 106 characters.'),
  subaddress_not_allowed: unexpected,
  bad_ssl_mode: unexpected,
  bad_fingerprint: unexpected,
  not_in_browser: (d) => ({
    what: `A page in a browser cannot do what ${text(d, 'parameter') || '…'} asks for.`,
    then: 'Nothing was changed. monero-wallet-rpc on your computer can.',
  }),
  count_mismatch: unexpected,
  untrusted_daemon: say(
    'This method tells the node much about the wallet. It works only with your own node.',
    'The node was not asked. If the node is your own, mark it so in Settings, “Nodes”.',
  ),
  no_txset: unexpected,
  bad_signature_type: unexpected,
  bad_tx_key: unexpected,
  reserve_of_subaddress: unexpected,
  bad_origin: unexpected,
  bad_budget: unexpected,
  unknown_site: unexpected,
} satisfies Partial<Sentences>;
