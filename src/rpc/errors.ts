/**
 * The wire error (code and message) for every fault. A fault without a line here does not compile.
 * Upstream: src/wallet/wallet_rpc_server_error_codes.h, `handle_rpc_exception` (src/wallet/wallet_rpc_server.cpp).
 */
import { Fault } from '../base/fault.ts';
import type { RpcFaults } from './faults.ts';
import { typedText } from './messages/typed-text.ts';
import { BAD_CACHE, BAD_KEY_IMAGES, BAD_KEYS_FILE, BAD_OUTPUTS } from './messages/cold.ts';
import {
  BAD_INFO,
  BAD_KEX_MESSAGE,
  BAD_KEX_ROUND,
  EXPORT_NEEDED,
  IMPORT_NEEDED,
  MULTISIG_DISABLED,
  WRONG_SIGNER_MESSAGE,
} from './messages/multisig.ts';
import { CARROT_UNDEFINED, NO_PROOF, UNSOUND } from './messages/proofs.ts';
import { BAD_BACKGROUND } from './wire/background.ts';

export interface WireError {
  readonly code: number;
  readonly message: string;
  /** The fault and its data, for callers in the same app; left out for others. */
  readonly data?: { readonly fault: string; readonly [key: string]: unknown };
}

type Code = keyof RpcFaults;
type Line<C extends Code, P = unknown> = readonly [
  code: number,
  message: string | ((data: RpcFaults[C], params: P) => string),
];
/**
 * Lines of a single method, used before the common table. `node`: for all faults of the node. `*`: the code for
 * faults that the common table gives the unknown code (-1).
 */
export type Errors<P> = { readonly [C in Code]?: Line<C, P> } & {
  readonly node?: readonly [code: number, message: string | ((data: object) => string)];
  readonly '*'?: number;
};

const UNKNOWN = -1;
const WRONG_ADDRESS = -2;
const DAEMON_BUSY = -3;
const GENERIC_TRANSFER = -4;
const WRONG_PAYMENT_ID = -5;
const NO_DAEMON = -38;

const BAD_NODE_LIST: Readonly<Record<RpcFaults['bad_node_list']['reason'], string>> = {
  role: 'No such node in the list:',
  twice: 'This node is in the list twice:',
  too_many: 'Too many nodes',
};

const BAD_COMPANION: Readonly<Record<RpcFaults['bad_companion']['reason'], string>> = {
  magic: 'this is no companion of a wallet',
  damaged: 'the companion is damaged',
  too_new: 'the companion was made by a newer version',
  too_large: 'the companion is too large',
  spend_key: 'the companion is for the wallet that has the spend key',
  other_wallet: 'the companion belongs to another wallet',
};

const CANNOT_GIVE_UP: Readonly<Record<RpcFaults['cannot_give_up']['reason'], string>> = {
  in_pool: 'the node has it',
  unread_blocks: 'the chain has blocks that are not read here',
  sending: 'it is being sent now',
};

const UNREADABLE_KEYS: Readonly<Record<RpcFaults['unreadable_keys']['reason'], string>> = {
  key_length: 'a key has 64 hex digits',
  key_character: 'a key has hex digits only',
  many_keys: 'more than two keys',
  only_address: 'an address, no keys',
  payment: 'a payment link, no keys',
  proof: 'a proof, no keys',
  nothing: 'No keys given',
  length: 'Too long for keys',
  no_spend_key: 'The link has no spend key and no seed',
  hex: 'Not one or two keys of 64 hex digits',
  address: 'Invalid address beside the keys',
  passphrase: 'Keys have no passphrase',
};

const NOTHING_TO_SWEEP: Readonly<Record<RpcFaults['nothing_to_sweep']['among'], string>> = {
  account: 'No unlocked balance in the specified account',
  addresses: 'No unlocked balance in the specified subaddress(es)',
  dust: 'No unlocked balance in the specified subaddress(es)',
  below: 'The smallest amount found is not below the specified threshold',
};

const lines: { readonly [C in Code]: Line<C> } = {
  // Envelope
  parse_error: [-32700, 'Parse error'],
  invalid_request: [-32600, 'Invalid Request'],
  method_not_found: [-32601, 'Method not found'],
  invalid_params: [-32602, 'Invalid params'],
  denied: [-7, 'Command unavailable in restricted mode.'],

  // Bytes and texts
  bad_hex: [-26, 'Failed to parse hex.'],
  bad_amount: [UNKNOWN, ({ text }) => `not an amount: ${typedText(text)}`],
  unclear_amount: [UNKNOWN, ({ text }) => `unclear amount: ${typedText(text)}`],
  too_many_decimals: [UNKNOWN, ({ text }) => `more than 12 decimals: ${typedText(text)}`],
  amount_too_large: [UNKNOWN, ({ text }) => `amount too large: ${typedText(text)}`],
  bad_point: [UNKNOWN, 'invalid public key'],
  bad_scalar: [UNKNOWN, 'invalid secret key'],
  bad_secret_key: [UNKNOWN, ({ which }) => `failed to verify ${which} key secret key`],
  key_mismatch: [UNKNOWN, ({ which }) => `${which} key does not match address`],
  truncated: [UNKNOWN, 'data ends too early'],
  trailing_bytes: [UNKNOWN, 'data has bytes left over'],
  bad_varint: [UNKNOWN, 'invalid varint'],
  list_too_long: [UNKNOWN, ({ n, max }) => `${n} items where at most ${max} are possible`],
  bad_format: [UNKNOWN, ({ what }) => `invalid ${what}`],
  unknown_format: [UNKNOWN, ({ what }) => `unknown ${what}`],
  old_format: [UNKNOWN, ({ what, version }) => `${what}: version ${version} is no longer read`],
  bad_envelope: [
    UNKNOWN,
    ({ reason }) => (reason === 'signature' ? 'Failed to authenticate ciphertext' : `Bad ${reason}`),
  ],
  wrong_file_password: [UNKNOWN, 'invalid password'],
  bad_keys_file: [UNKNOWN, ({ reason }) => BAD_KEYS_FILE[reason]],
  bad_cache: [UNKNOWN, ({ reason }) => BAD_CACHE[reason]],
  bad_kex_message: [UNKNOWN, ({ reason }) => BAD_KEX_MESSAGE[reason]],
  bad_kex_round: [UNKNOWN, ({ reason }) => BAD_KEX_ROUND[reason]],
  bad_multisig_seed: [
    UNKNOWN,
    ({ reason }) =>
      reason === 'hex' ? 'Multisig seed not represented as hexadecimal string' : 'Invalid multisig seed',
  ],
  bad_multisig_info: [UNKNOWN, ({ reason }) => BAD_INFO[reason]],
  bad_group: [
    UNKNOWN,
    ({ threshold, signers }) =>
      `multisig account: tried to set invalid ${threshold > 0 && threshold <= signers ? 'number of signers' : 'threshold'}.`,
  ],
  foreign_account: [UNKNOWN, 'data is for a different account'],
  bad_base58: [WRONG_ADDRESS, 'Invalid address'],
  bad_address: [WRONG_ADDRESS, 'Invalid address'],
  wrong_network: [WRONG_ADDRESS, 'Invalid address'],
  bad_payment_id: [WRONG_PAYMENT_ID, 'Invalid payment ID'],
  bad_uri: [-11, ({ reason }) => `Error parsing URI: ${reason}`],
  bad_invoice: [UNKNOWN, ({ field, reason }) => `Invalid invoice: ${field} (${reason})`],
  unknown_word: [UNKNOWN, 'Electrum-style word list failed verification'],
  bad_word_count: [UNKNOWN, 'Electrum-style word list failed verification'],
  bad_word_checksum: [UNKNOWN, 'Electrum-style word list failed verification'],
  bad_polyseed: [UNKNOWN, 'Polyseed word list failed verification'],
  impossible_words: [UNKNOWN, 'Electrum-style word list failed verification'],
  unknown_language: [UNKNOWN, ({ language }) => `Unknown language: ${typedText(language)}`],
  commitment_mismatch: [UNKNOWN, 'amount does not match its commitment'],
  bad_proof: [-9, ({ what }) => `invalid ${what}`],
  unsound_proof: [UNKNOWN, ({ reason }) => UNSOUND[reason]],

  // The node
  node_unreachable: [NO_DAEMON, 'no connection to daemon'],
  node_tls: [
    NO_DAEMON,
    ({ why }) =>
      `no connection to daemon: its certificate is not accepted${why === undefined ? '' : `: ${why}`}`,
  ],
  node_mixed_content: [NO_DAEMON, 'no connection to daemon: a secure page cannot reach a plain http node'],
  node_wrong_network: [UNKNOWN, ({ expected, actual }) => `daemon is on ${actual}, wallet on ${expected}`],
  node_not_synchronised: [DAEMON_BUSY, 'daemon is busy. Please try again later.'],
  node_timeout: [NO_DAEMON, 'no connection to daemon'],
  node_login: [NO_DAEMON, 'no connection to daemon: login required'],
  node_busy: [DAEMON_BUSY, 'daemon is busy. Please try again later.'],
  node_http: [NO_DAEMON, ({ status }) => `no connection to daemon: HTTP ${status}`],
  node_bad_answer: [UNKNOWN, ({ what }) => `daemon gave an invalid answer: ${what}`],
  node_error: [UNKNOWN, ({ message }) => `daemon: ${message}`],
  node_restricted: [UNKNOWN, ({ call, message }) => `daemon: ${message ?? `${call} is restricted`}`],
  node_payment_required: [UNKNOWN, 'daemon: PAYMENT REQUIRED'],
  node_lacks_method: [UNKNOWN, 'daemon: Method not found'],
  node_too_old: [UNKNOWN, ({ version, oldest }) => `daemon is too old: RPC ${version}, needed ${oldest}`],
  node_not_own: [UNKNOWN, 'This command requires a trusted daemon.'],
  bad_node_call: [UNKNOWN, ({ call, what }) => `${call}: ${what}`],
  bad_node_address: [UNKNOWN, ({ address }) => `Invalid daemon address: ${typedText(address)}`],
  bad_node_tls: [NO_DAEMON, ({ parameter, why }) => `${parameter}: ${why}`],
  proxy_already_set: [-49, 'It is not possible to set daemon specific proxy when --proxy is defined.'],
  asked_elsewhere: [
    NO_DAEMON,
    ({ address, other }) => `${other} was asked about this before, and ${address} was not chosen by you`,
  ],
  nodes_disagree: [UNKNOWN, ({ what, node, other }) => `daemons disagree about ${what}: ${node}, ${other}`],
  bad_node_list: [UNKNOWN, ({ reason, address }) => `${BAD_NODE_LIST[reason]} ${typedText(address)}`.trim()],
  no_node: [NO_DAEMON, 'no connection to daemon'],
  cancelled: [UNKNOWN, 'cancelled'],
  tx_rejected: [GENERIC_TRANSFER, ({ reason }) => `transaction was rejected by daemon: ${reason}`],
  relay_unknown: [
    GENERIC_TRANSFER,
    ({ txid }) => `no answer from daemon: transaction ${txid} may be on its way`,
  ],

  // OpenAlias
  bad_resolver: [UNKNOWN, ({ resolver }) => `Invalid resolver: ${typedText(resolver)}`],
  resolver_unreachable: [WRONG_ADDRESS, 'no connection to the resolver of names'],
  resolver_bad_answer: [WRONG_ADDRESS, ({ what }) => `the resolver of names gave an invalid answer: ${what}`],
  name_unproven: [WRONG_ADDRESS, ({ name }) => `Invalid DNSSEC for ${typedText(name)}`],
  name_unclear: [WRONG_ADDRESS, ({ name }) => `Several addresses or a payment ID at ${typedText(name)}`],
  name_without_address: [WRONG_ADDRESS, ({ name }) => `No Monero address found at ${typedText(name)}`],

  // Files
  wallet_exists: [-21, 'Cannot create wallet. Already exists.'],
  wallet_not_found: [
    UNKNOWN,
    ({ name }) => `Failed to open wallet : file not found "${typedText(name)}.keys"`,
  ],
  bad_wallet_name: [UNKNOWN, 'Invalid filename'],
  no_wallet_dir: [-23, 'No wallet dir configured'],
  wrong_password: [UNKNOWN, 'Failed to open wallet : invalid password'],
  no_passkey: [UNKNOWN, 'Failed to open wallet : it has no passkey here'],
  wrong_passkey: [UNKNOWN, 'Failed to open wallet : invalid passkey or PIN'],
  passkey_damaged: [UNKNOWN, 'Failed to open wallet : its passkey slot is damaged'],
  wallet_open_elsewhere: [
    UNKNOWN,
    ({ name }) => `Failed to open wallet : ${name} is opened by another wallet program`,
  ],
  storage_full: [UNKNOWN, 'storage is full: nothing was written'],
  wallet_closed: [-13, 'No wallet file'],
  storage_unavailable: [UNKNOWN, ({ why }) => `no storage here: ${why}`],
  storage_uncertain: [
    UNKNOWN,
    ({ why }) =>
      `the disk failed, and the change may be stored all the same: open the wallet again and look (${why})`,
  ],
  folder_read_only: [UNKNOWN, 'the wallet folder is read-only: nothing was written'],
  folder_denied: [UNKNOWN, 'no permission to write into the wallet folder: nothing was written'],
  folder_changed: [
    UNKNOWN,
    ({ name }) => `${name} was changed by another program: nothing was written; store writes it anew`,
  ],
  file_damaged: [UNKNOWN, ({ what }) => `wallet file is damaged: ${what}`],
  file_unfinished: [
    UNKNOWN,
    ({ name }) => `Failed to open wallet : making ${name} was interrupted, it is empty`,
  ],
  file_too_new: [UNKNOWN, 'wallet file was written by a newer version'],

  worker_failed: [UNKNOWN, ({ reason, why }) => `a worker of the app failed (${reason}): ${why}`],
  part_not_loaded: [UNKNOWN, 'a part of the app could not be loaded: nothing was changed'],

  // The wallet
  no_wallet: [-13, 'No wallet file'],
  other_network: [
    UNKNOWN,
    ({ wallet, expected }) =>
      `Failed to open wallet : ${wallet[0]!.toUpperCase()}${wallet.slice(1)} wallet cannot be opened as ${expected} wallet`,
  ],
  account_index: [-14, 'account index is out of bound'],
  address_index: [-15, 'address index is out of bound'],
  not_own_address: [WRONG_ADDRESS, "Address doesn't belong to the wallet"],
  bad_count: [UNKNOWN, 'Count must be between 1 and 65536.'],
  watch_only: [-29, 'The wallet is watch-only. Cannot retrieve spend key.'],
  not_deterministic: [-43, 'The wallet is non-deterministic. Cannot display seed.'],
  bad_key: [UNKNOWN, ({ why }) => why],
  polyseed_password: [UNKNOWN, 'The Polyseed is encrypted: its passphrase is needed'],
  unreadable_keys: [UNKNOWN, ({ reason }) => UNREADABLE_KEYS[reason]],
  no_keys_given: [UNKNOWN, 'No keys are being swept'],
  keys_not_read: [DAEMON_BUSY, 'The chain is not read to its end for these keys'],
  own_keys: [UNKNOWN, 'These are the keys of the open wallet'],
  short_words_offset: [UNKNOWN, 'Seeds of 13 words have no passphrase'],
  language_needed: [
    UNKNOWN,
    'Wallet was using the old seed language. You need to specify a new seed language.',
  ],
  attribute_not_found: [-45, 'Attribute not found.'],
  unknown_tag: [UNKNOWN, 'Tag is unregistered'],
  bad_companion: [UNKNOWN, ({ reason }) => BAD_COMPANION[reason]],
  book_index: [-12, ({ index }) => `Index out of range: ${index}`],
  bad_txid: [-8, 'TX ID has invalid format'],
  unknown_block: [UNKNOWN, ({ at }) => `Block not found: ${at}`],
  unknown_tx: [-8, 'Transaction not found.'],
  no_tx_key: [-24, 'No tx secret key is stored for this tx'],
  unknown_key_image: [-10, 'Key image not found'],
  cannot_prove: [UNKNOWN, ({ reason }) => NO_PROOF[reason]],
  carrot_undefined: [UNKNOWN, ({ reason }) => CARROT_UNDEFINED[reason]],
  background_wallet: [-51, 'This command is disabled for background wallets.'],
  background_syncing: [
    -52,
    'This command is disabled while background syncing. Stop background syncing to use this command.',
  ],
  bad_background: [UNKNOWN, ({ reason }) => BAD_BACKGROUND[reason]],
  bad_background_type: [UNKNOWN, 'Unknown background sync type'],
  wrong_spend_key: [UNKNOWN, 'invalid spend key'],
  bad_log_level: [-44, 'Error: log level not valid'],
  hot_wallet: [UNKNOWN, 'Hot wallets cannot import outputs'],
  bad_outputs: [UNKNOWN, ({ reason }) => BAD_OUTPUTS[reason]],
  bad_key_images: [UNKNOWN, ({ reason }) => BAD_KEY_IMAGES[reason]],
  bad_unsigned_set: [-39, ({ why }) => `cannot load unsigned_txset: ${why}`],
  bad_signed_set: [-40, ({ why }) => `Failed to parse signed tx data: ${why}`],
  cannot_sign: [-42, ({ why }) => `Failed to sign unsigned tx: ${why}`],
  multisig_disabled: [-48, MULTISIG_DISABLED],
  already_multisig: [-28, 'This wallet is already multisig'],
  multisig_seed_offset: [UNKNOWN, 'Multisig seeds are not compatible with seed offsets'],
  finalize_removed: [0, ''],
  multisig_has_no_spend_key: [UNKNOWN, 'This wallet is multisig: one signer alone has no spend key'],
  wallet_used: [UNKNOWN, 'This wallet has been used: make a new one for multisig'],
  too_few_signers: [-33, 'Needs multisig info from more participants'],
  not_multisig: [-31, 'This wallet is not multisig'],
  multisig_complete: [-28, 'This wallet is multisig, and already finalized'],
  booster_too_early: [
    UNKNOWN,
    'Call make_multisig first: before it, this message could reveal keys of another group of the same signers',
  ],
  multisig_unfinished: [-31, 'This wallet is multisig, but not yet finalized'],
  multisig_import_needed: [UNKNOWN, IMPORT_NEEDED],
  multisig_export_needed: [-35, `Failed to sign multisig tx: ${EXPORT_NEEDED}`],
  bad_multisig_set: [-34, 'Failed to parse multisig tx data.'],
  cannot_sign_multisig: [-35, ({ why }) => `Failed to sign multisig tx: ${why}`],
  wrong_signer_message: [UNKNOWN, ({ problem }) => WRONG_SIGNER_MESSAGE[problem]],
  unknown_payment: [UNKNOWN, 'No such payment waits here'],
  not_waiting: [UNKNOWN, 'No payment with this id waits for a block'],
  cannot_give_up: [UNKNOWN, ({ reason }) => `The payment may still be mined: ${CANNOT_GIVE_UP[reason]}`],
  already_sent: [UNKNOWN, 'This payment was sent already'],
  cannot_submit_multisig: [-36, ({ why }) => `Failed to submit multisig tx: ${why}`],
  threshold_not_reached: [-33, 'Not enough signers signed this transaction.'],
  key_image_unsigned: [-9, ({ at }) => `Signature check failed: input ${at}`],
  bad_signature_type: [-47, 'Invalid signature type requested'],
  bad_tx_key: [-25, 'Tx key has invalid format'],
  reserve_of_subaddress: [UNKNOWN, 'Address must not be a subaddress'],
  unknown_key_type: [0, ({ type }) => `key_type ${typedText(type)} not found`],
  bad_transfer_type: [-6, 'Transfer type must be one of: all, available, or unavailable'],
  no_name: [UNKNOWN, 'Invalid filename'],
  missing_field: [UNKNOWN, ({ field, what }) => `field '${field}' is mandatory. Please provide ${what}.`],
  wrong_old_password: [-22, 'Invalid original password.'],
  bad_priority: [-53, 'Invalid priority value. Must be between 0 and 4.'],
  hard_rescan_drops_key_images: [UNKNOWN, 'Cannot preserve key images on hard rescan'],
  bad_threads: [UNKNOWN, 'The specified number of threads is inappropriate.'],
  no_estimate: [UNKNOWN, 'Failed to determine size and weight'],
  no_txset: [UNKNOWN, 'no txset provided'],
  bad_signature_text: [-9, 'failed to parse signature'],
  bad_key_image: [-10, 'failed to parse key image'],
  no_key_image: [UNKNOWN, ({ what }) => `Must specify key image to ${what}`],
  no_outputs: [-16, 'Amount of outputs should be greater than 0.'],
  integrated_already: [WRONG_ADDRESS, 'Already integrated address'],
  not_integrated: [WRONG_ADDRESS, 'Address is not an integrated address'],
  subaddress_not_allowed: [WRONG_ADDRESS, "Subaddress shouldn't be used"],
  bad_ssl_mode: [NO_DAEMON, 'Invalid ssl support mode'],
  bad_fingerprint: [
    NO_DAEMON,
    ({ wrong }) =>
      wrong === 'digits'
        ? 'ssl_allowed_fingerprints[] entries must be hex-encoded SHA-256 values'
        : 'Each ssl_allowed_fingerprints[] entry must decode to exactly 32 bytes',
  ],
  not_in_browser: [NO_DAEMON, ({ parameter }) => `${parameter} is not possible in a browser`],
  count_mismatch: [UNKNOWN, 'Different amount of txids and notes'],
  untrusted_daemon: [UNKNOWN, 'This command requires a trusted daemon.'],
  reorg_too_deep: [UNKNOWN, ({ depth, max }) => `reorg exceeds maximum allowed depth: ${depth} > ${max}`],
  newer_rules: [
    UNKNOWN,
    ({ height, version }) =>
      `daemon follows new rules of Monero (version ${version}) since block ${height}: this wallet must be updated to read further`,
  ],
  sending_needs_update: [
    GENERIC_TRANSFER,
    ({ version }) =>
      `Monero has new rules (version ${version}), which take no transactions of this wallet version: nothing was sent, update it`,
  ],
  chain_mismatch: [UNKNOWN, 'daemon serves another chain'],

  // Sending
  no_destination: [-20, 'Transaction has no destination'],
  no_such_fee_payer: [
    GENERIC_TRANSFER,
    ({ index }) => `subtractfeefrom: bad index: ${index} (indexes are 0-based)`,
  ],
  zero_amount: [-46, 'destination amount is zero'],
  not_enough_money: [-17, 'not enough money'],
  not_enough_unlocked_money: [-37, 'not enough unlocked money'],
  chosen_too_little: [-37, 'the chosen outputs do not cover amount and fee'],
  coins_not_read: [-37, ({ coins }) => `${coins} outputs may be spent in blocks that are not read yet`],
  tx_not_possible: [
    -16,
    // Without an output to begin with, the reference answers an empty list of transactions.
    ({ available }) => (available === 0n ? 'No transaction created' : 'tx not possible'),
  ],
  too_few_outputs: [
    -16,
    ({ transactions, payable }) =>
      `Transaction not possible. ${transactions} transactions need more outputs; there are enough for ${payable} destinations`,
  ],
  tx_too_large: [-18, 'Transaction would be too large.  try /transfer_split.'],
  too_many_destinations: [-18, 'Transaction would be too large.  try /transfer_split.'],
  two_payment_ids: [WRONG_PAYMENT_ID, 'A single payment id is allowed per transaction'],
  payment_id_and_subaddress: [
    WRONG_PAYMENT_ID,
    'Standalone payment IDs are obsolete. Use subaddresses or integrated addresses instead',
  ],
  nonzero_unlock_time: [-50, 'Transaction cannot have non-zero unlock time'],
  not_enough_outputs: [-19, 'not enough outputs to use Please use sweep_dust.'],
  decoys_suspicious: [UNKNOWN, ({ why }) => `daemon gave suspicious answers about outputs: ${why}`],
  fee_suspicious: [UNKNOWN, 'daemon names a fee outside what the network allows'],
  output_not_spendable: [GENERIC_TRANSFER, ({ reason }) => `output is not spendable: ${reason}`],
  may_pay_twice: [
    GENERIC_TRANSFER,
    ({ txid }) => `refused transaction ${txid} may still be mined: spend one of its inputs first`,
  ],
  nothing_to_sweep: [GENERIC_TRANSFER, ({ among }) => NOTHING_TO_SWEEP[among]],
  fee_too_high_for_destination: [-46, 'destination amount is zero'],
  bad_tx_metadata: [-27, 'Failed to parse tx metadata.'],
  prepared_not_found: [UNKNOWN, 'No such prepared payment'],
  sent_partly: [
    GENERIC_TRANSFER,
    ({ sent, of, unknown }) =>
      `${sent} of ${of} transactions were sent${unknown ? `, ${unknown} may be on its way` : ''}`,
  ],
  bad_idempotency_key: [-32602, 'Idempotency-Key must have 1 to 255 printable ASCII characters'],
  idempotency_key_reused: [-32602, 'This Idempotency-Key was used with another method or other parameters'],
  no_idempotency: [-32602, ({ method }) => `${typedText(method)} takes no Idempotency-Key`],
  built_wrong: [UNKNOWN, ({ what }) => `internal error: ${what}`],
  busy_refreshing: [DAEMON_BUSY, 'wallet is refreshing'],
  blocks_left_out: [
    UNKNOWN,
    ({ blocks }) => `${blocks} blocks are missing that are read later; read them first`,
  ],

  // Payment requests
  bad_payment_request: [UNKNOWN, ({ field, reason }) => `Invalid payment request: ${field} (${reason})`],
  no_payment_request: [UNKNOWN, 'This address has no payment request'],
  too_many_new_addresses: [UNKNOWN, 'Too many addresses without money: another one could not be restored'],

  // Web sites
  unknown_site: [UNKNOWN, ({ origin }) => `No such site: ${typedText(origin)}`],
  too_many_new_accounts: [UNKNOWN, 'Too many accounts without money: another one could not be restored'],
  over_budget: [UNKNOWN, 'The budget of this site does not cover the payment'],
  bad_origin: [-32602, 'Invalid origin'],
  unknown_request: [UNKNOWN, 'No such request of a site'],
  bad_budget: [-32602, 'Invalid budget'],
};

/** All fault codes that an error may contain. */
export const faultCodes = Object.keys(lines) as readonly Code[];

/** The wire error of a fault. Any other error is a bug and becomes -1 without details. */
export function errorOf(error: unknown, own: Errors<never> = {}, params?: unknown): WireError {
  if (!(error instanceof Fault))
    return { code: UNKNOWN, message: 'internal error', data: { fault: 'internal' } };
  const { code: name, data: numbers } = error as Fault<string, object>;
  const data = { ...numbers, fault: name };
  const mine = lineOf(own, name) ?? (/^(node_|no_node$)/.test(name) ? own.node : undefined);
  const line = mine ?? lineOf(lines, name);
  if (!line) return { code: UNKNOWN, message: name, data };
  const [code, message] = line;
  return {
    code: code === UNKNOWN && !mine ? (own['*'] ?? UNKNOWN) : code,
    message: typeof message === 'function' ? message(numbers, params) : message,
    data,
  };
}

type AnyLine = readonly [code: number, message: string | ((data: unknown, params: unknown) => string)];
const lineOf = (table: object, code: string): AnyLine | undefined =>
  Object.hasOwn(table, code) ? (table as Readonly<Record<string, AnyLine>>)[code] : undefined;
