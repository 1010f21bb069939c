/**
 * What a call would do that cannot be taken back, in one sentence, before it is made: send money, remove something,
 * or show the node what belongs to this wallet.
 */
import { writeJson, type Json } from '../../../base/json.ts';
import { counted, xmr } from '../../format/format.ts';
import { isObject, type Params } from './read-form.ts';
import type { ConsoleMethod, SpendingMethod } from './methods.gen.ts';

/** Empty: the call sends no money, removes nothing and asks the node nothing about this wallet. */
export function effectOf(method: ConsoleMethod, params: Params): string {
  if (params['do_not_relay'] === true && SWEEPS_AND_TRANSFERS.has(method)) return '';
  return EFFECTS[method]?.(params) ?? '';
}

/** Methods after which another wallet is open, or none. */
export function changesWallet(method: ConsoleMethod): boolean {
  return CHANGES_WALLET.has(method);
}

const SWEEPS_AND_TRANSFERS = new Set<ConsoleMethod>([
  'transfer',
  'transfer_split',
  'sweep_all',
  'sweep_dust',
  'sweep_single',
]);
const CHANGES_WALLET = new Set<ConsoleMethod>([
  'open_wallet',
  'close_wallet',
  'stop_wallet',
  'create_wallet',
  'generate_from_keys',
  'restore_deterministic_wallet',
  'x_import_file',
  'x_import_keys_file',
  'x_take_over',
  'x_delete_wallet',
  'make_multisig',
  'exchange_multisig_keys',
  'x_set_cold',
]);

const FINAL = 'It cannot be taken back.';
const account = (params: Params): string => writeJson(params['account_index'] ?? 0);
const payment = (params: Params): string => {
  const given = params['destinations'];
  const destinations: readonly Json[] = isList(given) ? given : [];
  const total = destinations.reduce<bigint>((sum, each) => sum + amountOf(each), 0n);
  const addresses = counted(destinations.length, ['# address', '# addresses']);
  return `This sends ${xmr(total)} and the fee from account ${account(params)} to ${addresses}, at once and without a review. ${FINAL}`;
};
const isList = (value: Json | undefined): value is readonly Json[] => Array.isArray(value);
const amountOf = (destination: Json): bigint => {
  const amount = isObject(destination) ? destination['amount'] : undefined;
  return typeof amount === 'bigint' || (typeof amount === 'number' && Number.isSafeInteger(amount))
    ? BigInt(amount)
    : 0n;
};

const CLOSES = (): string => 'This closes the wallet that is open now.';
const RULES = (): string =>
  'This makes the wallet one of several signers. Its present address must not be used any more.';
const ASKS_TRANSACTIONS = (): string =>
  'This asks the node about single transactions. The node learns that they concern you.';
const ASKS_COINS = (): string =>
  'This asks the node about your coins. The node learns that they belong to one person.';
const SIGNS = (): string => '';
type Effect = (params: Params) => string;
/** A method that sends, signs or proves has to say what it does; SIGNS: nothing leaves the wallet but what it answers. */
const EFFECTS: Readonly<Record<SpendingMethod, Effect> & Partial<Record<ConsoleMethod, Effect>>> = {
  get_reserve_proof: SIGNS,
  get_tx_key: SIGNS,
  sign: SIGNS,
  sign_multisig: SIGNS,
  sign_transfer: SIGNS,
  x_prepare_sweep: SIGNS,
  x_prepare_transfer: SIGNS,
  x_sign_multisig: SIGNS,
  x_site_request: SIGNS,
  x_sweep_keys_prepare: SIGNS,
  x_sweep_keys_start: SIGNS,
  x_sweep_keys_send: () => `This sends the money of the keys on paper to this wallet. ${FINAL}`,
  transfer: payment,
  transfer_split: payment,
  sweep_all: (params) =>
    `This sends all spendable money of account ${account(params)} to one address, at once and without a review. ${FINAL}`,
  sweep_single: () => `This sends one whole coin to an address, at once and without a review. ${FINAL}`,
  sweep_dust: () => `This sends old small coins to the wallet itself. ${FINAL}`,
  relay_tx: () => `This sends the payment that was built before. ${FINAL}`,
  submit_transfer: () => `This sends the signed payments. ${FINAL}`,
  submit_multisig: () => `This sends the signed payments. ${FINAL}`,
  x_send_prepared: () => `This sends the prepared payment. ${FINAL}`,
  x_resend_payment: () => 'This sends a payment that waits for a block to the node again.',
  x_give_up_payment: () =>
    'This frees the money of a payment that waits for a block. A block may still take that payment.',
  x_site_answer: () => `This answers the question of a site, and may pay it. ${FINAL}`,
  x_delete_wallet: () =>
    `This removes the wallet from this device. Without its words or a file it is lost. ${FINAL}`,
  x_discard_payment: () => `This removes a payment that waits for signatures. ${FINAL}`,
  x_forget_site: () => `This disconnects the site and removes its log. ${FINAL}`,
  x_cancel_multisig: () => `This removes the messages of the other signers. ${FINAL}`,
  rescan_blockchain: () =>
    'This removes what the wallet has read, and reads the chain again. Until then, money is missing.',
  change_wallet_password: () => 'This replaces the password of the wallet.',
  start_background_sync: () => 'This takes the spend key out of memory until the wallet is opened again.',
  x_set_cold: () => 'This removes what the wallet has read.',
  x_node_stop: () => 'This ends the program of your node.',
  x_node_pop_blocks: () => 'This takes blocks off the chain of your node.',
  x_node_prune: (params) =>
    params['check'] === true ? '' : `This removes proofs from the database of your node. ${FINAL}`,
  check_reserve_proof: () =>
    'This asks the node about the coins and transactions of the proof. The node learns that they concern you.',
  check_spend_proof: ASKS_TRANSACTIONS,
  check_tx_key: ASKS_TRANSACTIONS,
  check_tx_proof: ASKS_TRANSACTIONS,
  get_spend_proof: ASKS_TRANSACTIONS,
  get_tx_proof: ASKS_TRANSACTIONS,
  import_key_images: ASKS_COINS,
  rescan_spent: ASKS_COINS,
  scan_tx: ASKS_TRANSACTIONS,
  x_check_proof: ASKS_TRANSACTIONS,
  x_transaction: ASKS_TRANSACTIONS,
  make_multisig: RULES,
  exchange_multisig_keys: RULES,
  open_wallet: CLOSES,
  close_wallet: CLOSES,
  stop_wallet: CLOSES,
  create_wallet: CLOSES,
  generate_from_keys: CLOSES,
  restore_deterministic_wallet: CLOSES,
  x_import_file: CLOSES,
  x_import_keys_file: CLOSES,
  x_take_over: CLOSES,
};
