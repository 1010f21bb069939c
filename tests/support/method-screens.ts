/**
 * Which screen offers each method of the wallet. The screens are found in the page's code: the folder of a file that names
 * the method says which screen it is. A method that no screen calls must have a reason here; it can still be called in
 * the console. `npm run gen` fails when a method has neither, or both.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import type { MethodName } from '../../src/rpc/contract.ts';
import { registry } from '../../src/rpc/registry.gen.ts';

/** Screens whose name is not that of their folder in src/ui/features, by the beginning of a path in src/ui. */
const SCREENS: readonly (readonly [path: string, screen: string])[] = [
  ['features/balance/', 'Balance over time'],
  ['features/cold/', 'Signing device'],
  ['features/consent/', 'Question of a site'],
  ['features/multisig/', 'Signers'],
  ['features/node/', 'Nodes'],
  ['features/open/', 'Start'],
  ['features/overview/', 'Home'],
  ['features/sites/', 'Connected sites'],
  ['shared/ask.svelte.ts', 'Receive'],
  ['shared/coin-list', 'Coins'],
  ['shared/own-address', 'Receive'],
  ['state/contacts', 'Contacts'],
  ['shared/payee', 'Send'],
  ['shared/notes.ts', 'Send'],
  ['state/unsent', 'Signing device'],
];
/** Code of all screens: status, balance, history, opening and locking. */
const COMMON = 'every screen';

/** `features/own-node/bans.ts` belongs to the screen `Own node`. */
function screenOf(path: string): string {
  const named = SCREENS.find(([start]) => path.startsWith(start))?.[1];
  if (named !== undefined) return named;
  const [, folder] = /^features\/([^/]+)\//.exec(path) ?? [];
  if (folder === undefined) return COMMON;
  return folder.charAt(0).toUpperCase() + folder.slice(1).replaceAll('-', ' ');
}

const SAME_AS = (methods: string): string => `the page uses ${methods}`;
const RESULT_OF_PAGE = 'the page gets the same with more from x_overview';
const EVENTS = 'events for the programs of a wallet server; the page shows the history itself';
const NOT_ON_A_SCREEN = 'no screen yet';
/** Why no screen offers a method. */
export const PROGRAMS_ONLY: Readonly<Partial<Record<MethodName, string>>> = {
  auto_refresh: 'an open wallet of the page always follows the chain',
  check_reserve_proof: SAME_AS('x_check_proof, which needs no wallet'),
  check_spend_proof: SAME_AS('x_check_proof, which needs no wallet'),
  check_tx_key: NOT_ON_A_SCREEN,
  check_tx_proof: SAME_AS('x_check_proof, which needs no wallet'),
  create_wallet:
    'the page shows the words before it makes the wallet: x_make_seed and restore_deterministic_wallet',
  describe_transfer: SAME_AS('x_describe_set, which does not answer spent outputs'),
  estimate_tx_size_and_weight: SAME_AS('x_preview, which knows the coins'),
  export_key_images: SAME_AS('x_export_key_images, for codes and files'),
  export_multisig_info: SAME_AS('x_export_multisig_info, which keeps what it showed'),
  finalize_multisig: 'obsolete; the reference refuses it too',
  frozen: SAME_AS('x_coins'),
  get_accounts: RESULT_OF_PAGE,
  get_address: RESULT_OF_PAGE,
  get_address_index: RESULT_OF_PAGE,
  get_balance: RESULT_OF_PAGE,
  get_bulk_payments: SAME_AS('x_history'),
  get_default_fee_priority: SAME_AS('x_preview, which has the fee of each level'),
  get_height: SAME_AS('x_status'),
  get_payments: SAME_AS('x_history'),
  get_transfer_by_txid: SAME_AS('x_history'),
  get_transfers: SAME_AS('x_history, which comes in pages'),
  get_tx_notes: SAME_AS('x_history'),
  get_multisig_key_exchange_booster:
    'lets a program set up 2 of 3 in fewer steps; the page collects all messages of a round',
  get_version: 'the version of the interface, for programs',
  import_key_images: SAME_AS('x_import_key_images, which asks no node about them'),
  incoming_transfers: SAME_AS('x_coins'),
  is_multisig: SAME_AS('x_multisig'),
  make_integrated_address: NOT_ON_A_SCREEN,
  parse_uri: SAME_AS('x_parse_uri, which reads several recipients'),
  prepare_multisig: SAME_AS('x_begin_multisig, which keeps the messages'),
  relay_tx: SAME_AS('x_send_prepared: a built payment never reaches the page'),
  rescan_spent: 'the blocks show which coins are spent, without a question to the node',
  scan_tx: 'the node would learn which transactions are the wallet’s',
  set_daemon: SAME_AS('x_set_node and x_set_nodes'),
  set_log_categories: 'the log of the wallet server',
  set_log_level: 'the log of the wallet server',
  setup_background_sync: NOT_ON_A_SCREEN,
  sign_multisig: SAME_AS('x_sign_multisig, which keeps the signature'),
  split_integrated_address: NOT_ON_A_SCREEN,
  start_background_sync: NOT_ON_A_SCREEN,
  start_mining: SAME_AS('x_node_mine'),
  stop_background_sync: NOT_ON_A_SCREEN,
  stop_mining: SAME_AS('x_node_mine'),
  stop_wallet: SAME_AS('close_wallet'),
  store: 'the page’s wallet stores every change at once',
  sweep_all: SAME_AS('x_prepare_sweep and x_send_prepared, with a review between them'),
  sweep_dust: 'old outputs without a ring, which this wallet cannot spend',
  sweep_single: SAME_AS('x_prepare_sweep with one chosen coin'),
  transfer: SAME_AS('x_prepare_transfer and x_send_prepared, with a review between them'),
  transfer_split: SAME_AS('x_prepare_transfer and x_send_prepared, with a review between them'),
  verify: SAME_AS('x_check_proof, which needs no wallet'),
  x_describe_signed: 'part of x_keep_payment, which compares the signed payment with the request',
  x_devnet: 'the page reads the devnet’s own file',
  x_events: EVENTS,
  x_events_delivered: EVENTS,
  x_fee_levels: SAME_AS('x_preview, which has the fee of each level'),
  x_record_events: EVENTS,
  x_site_view: 'events for connected sites, in the window that they open',
  x_transfers: SAME_AS('x_history, which begins with the newest'),
};

const ui = join(import.meta.dirname, '../../src/ui');
const NO_SCREENS = /^(features\/console|texts|messages)\//;

/** Names of the screens whose code names the method; a call of a short name such as `sign` is written `call('sign'`. */
function screensOf(method: MethodName, files: readonly { path: string; text: string }[]): readonly string[] {
  const names = new RegExp(method.includes('_') ? `'${method}'` : `call\\([^,]*'${method}'`);
  return [...new Set(files.filter(({ text }) => names.test(text)).map(({ path }) => screenOf(path)))].sort();
}

/** For each method, where it is offered: names of screens, or why only programs and the console call it. */
export function offeredBy(): Readonly<Record<MethodName, string>> {
  const files = readdirSync(ui, { recursive: true, encoding: 'utf8' })
    .map((path) => path.split(sep).join('/'))
    .filter((path) => /\.(ts|svelte)$/.test(path) && !NO_SCREENS.test(path))
    .map((path) => ({ path, text: readFileSync(join(ui, path), 'utf8') }));
  const offered: Partial<Record<MethodName, string>> = {};
  const wrong: string[] = [];
  for (const method of Object.keys(registry) as MethodName[]) {
    const screens = screensOf(method, files);
    const reason = PROGRAMS_ONLY[method];
    if (screens.length === 0 && reason === undefined)
      wrong.push(`${method}: no screen calls it, and no reason says why`);
    if (screens.length > 0 && reason !== undefined)
      wrong.push(`${method}: ${screens.join(', ')} calls it: remove its reason`);
    offered[method] = screens.length > 0 ? screens.join(', ') : `programs and the console; ${reason}`;
  }
  if (wrong.length > 0) throw new Error(`tests/support/method-screens.ts:\n${wrong.join('\n')}`);
  return offered as Record<MethodName, string>;
}
