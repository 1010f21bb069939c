/**
 * The same calls, good and bad, to us and to monero-wallet-rpc 0.18.4.0, both without a node on the wallet of one seed:
 * the same answers, or the same code and message. What may differ is named with its reason.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { MethodName } from '../../src/rpc/contract.ts';
import { startOfflineWallet, type OfflineWallet } from '../support/offline-wallet.ts';
import { RpcError } from '../support/regtest.ts';
import { known, openDesk, PAYEE, type Desk } from '../support/rpc/fixture.ts';
import { useWasmKernel } from '../support/wasm-kernel.ts';

type Params = Readonly<Record<string, unknown>>;
interface Step {
  readonly method: MethodName;
  readonly params?: Params;
  /** Why the answers differ, and in what. */
  readonly differs?: { readonly why: string; readonly in: 'message' | 'all' };
}
const step = (method: MethodName, params: Params = {}, differs?: Step['differs']): Step => ({
  method,
  params,
  ...(differs && { differs }),
});
const says = (why: string): Step['differs'] => ({ why, in: 'message' });

const ID = 'ab'.repeat(32);
const SPEND = { destinations: [{ address: PAYEE, amount: 1 }] };
const MAIN = known.addresses[0]!.address;

const REUSE = { background_sync_type: 'reuse-wallet-password', wallet_password: 'new' };
const CUSTOM = {
  background_sync_type: 'custom-background-password',
  wallet_password: 'new',
  background_cache_password: 'reads',
};
const OTHER_SEED =
  'velvet lymph giddy number token physics poetry unquoted nibs useful sabotage limits benches lifestyle eden nitrogen anvil fewest avoid batch vials washing fences goat unquoted';
/** What is refused while the spend key is away. */
const NEEDS_KEY: readonly Step[] = [
  step('transfer', SPEND),
  step('transfer_split', SPEND),
  step('sweep_all', { address: PAYEE }),
  step('sweep_single', { address: PAYEE, key_image: ID }),
  step('sweep_dust'),
  step('create_address'),
  step('create_account'),
  step('label_account', { account_index: 0, label: 'x' }),
  step('label_address', { index: { major: 0, minor: 0 }, label: 'x' }),
  step('get_account_tags'),
  step('tag_accounts', { tag: 'x', accounts: [0] }),
  step('set_tx_notes', { txids: [ID], notes: ['x'] }),
  step('set_attribute', { key: 'a', value: 'b' }),
  step('get_address_book'),
  step('add_address_book', { address: PAYEE }),
  step('sign', { data: 'x' }),
  step('get_tx_key', { txid: ID }),
  step('get_reserve_proof', { all: true }),
  step('export_key_images'),
  step('import_key_images', { signed_key_images: [{ key_image: ID, signature: ID + ID }] }),
  step('export_outputs'),
  step('freeze', { key_image: ID }),
  step('rescan_blockchain'),
  step('rescan_spent'),
  step('change_wallet_password', { old_password: 'new', new_password: 'x' }),
];

const STEPS: readonly Step[] = [
  // Before a wallet is open
  step('get_balance'),
  step('get_languages'),
  step('validate_address', { address: PAYEE, any_net_type: true }),
  step('validate_address', { address: PAYEE }),
  step('create_wallet', { filename: 'x', language: 'Klingon' }),
  step('create_wallet', { filename: 'a/b', language: 'English' }),
  step('restore_deterministic_wallet', { filename: 'x' }),
  step('restore_deterministic_wallet', { filename: 'x', seed: 'one two three' }),
  step('generate_from_keys', { filename: 'x' }),
  step('generate_from_keys', { filename: 'x', viewkey: known.viewSecret }),
  step('generate_from_keys', { filename: 'x', viewkey: known.viewSecret, address: 'nowhere' }),
  step('generate_from_keys', { filename: 'x', viewkey: 'abc', address: MAIN }),
  step(
    'generate_from_keys',
    { filename: 'y', viewkey: known.spendSecret, address: MAIN },
    { why: '0.18.4.0 takes a view key of another wallet, newer versions and we do not', in: 'all' },
  ),
  step(
    'generate_from_keys',
    { filename: 'z', viewkey: known.viewSecret, spendkey: known.viewSecret, address: MAIN },
    { why: 'and so with a spend key', in: 'all' },
  ),
  step('restore_deterministic_wallet', {
    filename: 'w',
    password: 'pw',
    seed: known.seed,
    restore_height: 5,
  }),
  step('restore_deterministic_wallet', { filename: 'w', seed: known.seed }),
  step('create_wallet', { filename: 'w', language: 'English' }),

  // Accounts, addresses, tags
  step('get_balance'),
  step('get_balance', { account_index: 5 }),
  step('get_balance', { address_indices: [0, 3] }),
  step('get_balance', { all_accounts: true, strict: true }),
  step('get_balance', { account_index: 'x' }),
  step('get_balance', { account_index: -1 }),
  step('get_balance', { account_index: 4294967296 }),
  step('get_accounts'),
  step('get_accounts', { tag: 'none' }),
  step('get_accounts', { tag: 'n.*', regexp: true }),
  step('create_account', { label: 'Second' }),
  step('create_account'),
  step('label_account', { account_index: 1, label: 'Zweites' }),
  step('label_account', { account_index: 9, label: 'x' }),
  step('create_address', { account_index: 0, label: 'shop' }),
  step('create_address', { account_index: 1, count: 3 }),
  step('create_address', { count: 0 }, says('newer versions and we allow more than its 64')),
  step('create_address', { count: 65537 }, says('newer versions and we allow more than its 64')),
  step('create_address', { account_index: 9 }),
  step('label_address', { index: { major: 0, minor: 1 }, label: 'Laden' }),
  step('label_address', { index: { major: 0, minor: 7 }, label: 'x' }),
  step('label_address', { index: { major: 7, minor: 0 }, label: 'x' }),
  step('get_address'),
  step('get_address', { account_index: 1, address_index: [2, 0] }),
  step('get_address', { address_index: [9] }),
  step('get_address', { account_index: 9 }),
  step('get_address_index', { address: known.addresses[1]!.address }),
  step('get_address_index', { address: PAYEE }),
  step('get_address_index', { address: 'x' }),
  step('get_account_tags'),
  step('tag_accounts', { tag: 'b', accounts: [0, 2] }),
  step('tag_accounts', { tag: 'a', accounts: [1] }),
  step('tag_accounts', { tag: 'a', accounts: [9] }),
  step('set_account_tag_description', { tag: 'a', description: 'first' }),
  step('set_account_tag_description', { tag: 'z', description: 'x' }),
  step('get_account_tags'),
  step('get_accounts', { tag: 'a' }),
  step('get_accounts', { tag: '[ab]', regexp: true }),
  step('untag_accounts', { accounts: [0, 1] }),
  step('untag_accounts', { accounts: [9] }),
  step('get_account_tags'),
  step('get_accounts'),
  step('get_height'),

  // Addresses and links
  step('validate_address', { address: MAIN }),
  step('validate_address', { address: known.integrated }),
  step('validate_address', { address: known.addresses[1]!.address }),
  step('validate_address', { address: MAIN.slice(1) }),
  step('make_integrated_address', { payment_id: known.paymentId }),
  step('make_integrated_address', { payment_id: known.paymentId, standard_address: PAYEE }),
  step('make_integrated_address', { standard_address: known.integrated }),
  step('make_integrated_address', { payment_id: 'xyz' }),
  step('make_integrated_address', { standard_address: 'x' }),
  step('split_integrated_address', { integrated_address: known.integrated }),
  step('split_integrated_address', { integrated_address: MAIN }),
  step('split_integrated_address', { integrated_address: 'x' }),
  step('make_uri', { address: PAYEE, amount: 10, recipient_name: 'a b', tx_description: 'c&d=é' }),
  step('make_uri', { address: 'x' }, says('their words name a cause we tell in other words')),
  step('make_uri', { address: PAYEE, payment_id: known.paymentId }, says('other words')),
  step('parse_uri', { uri: `monero:${PAYEE}?tx_amount=0.5&recipient_name=a%20b&foo=bar` }),
  step('parse_uri', { uri: `bitcoin:${PAYEE}` }, says('other words')),
  step('parse_uri', { uri: 'monero:x' }, says('other words')),
  step('parse_uri', { uri: `monero:${PAYEE}?tx_amount=1&tx_amount=2` }, says('other words')),

  // Texts
  step('set_tx_notes', { txids: [ID], notes: ['Hello / wörld'] }),
  step('set_tx_notes', { txids: [ID], notes: [] }),
  step('set_tx_notes', { txids: ['x'], notes: ['x'] }),
  step('get_tx_notes', { txids: [ID, 'cd'.repeat(32)] }),
  step('get_tx_notes', { txids: ['x'] }),
  step('set_attribute', { key: 'k', value: 'v' }),
  step('get_attribute', { key: 'k' }),
  step('get_attribute', { key: 'none' }),
  step('add_address_book', { address: PAYEE, description: 'one' }),
  step('add_address_book', { address: known.integrated }),
  step('add_address_book', { address: 'x' }),
  step('get_address_book'),
  step('get_address_book', { entries: [1] }),
  step('get_address_book', { entries: [2] }),
  step('edit_address_book', { index: 0, set_description: true, description: 'uno' }),
  step('edit_address_book', { index: 0, set_address: true, address: 'x' }),
  step('edit_address_book', { index: 5 }),
  step('delete_address_book', { index: 5 }),
  step('delete_address_book', { index: 0 }),
  step('get_address_book'),

  // History
  step('get_transfers', { in: true, out: true, pending: true, failed: true }),
  step('get_transfer_by_txid', { txid: 'xy' }),
  step('get_transfer_by_txid', { txid: 'abcd' }),
  step('get_transfer_by_txid', { txid: ID, account_index: 9 }),
  step('incoming_transfers', { transfer_type: 'all' }),
  step('incoming_transfers', { transfer_type: 'some' }),
  step('get_payments', { payment_id: known.paymentId }),
  step('get_payments', { payment_id: 'xyz' }),
  step('get_payments', { payment_id: 'abcd' }),
  step('get_bulk_payments', { payment_ids: [] }),
  step('get_bulk_payments', { payment_ids: ['abcd'] }),
  step('get_bulk_payments', { payment_ids: ['z'.repeat(16)] }),
  step('get_tx_key', { txid: ID }),
  step('get_tx_key', { txid: 'x' }),
  step('freeze', {}),
  step('freeze', { key_image: 'x' }),
  step('freeze', { key_image: ID }),
  step('thaw', {}),
  step('thaw', { key_image: ID }),
  step('frozen', {}),
  step('frozen', { key_image: 'x' }),
  step('frozen', { key_image: ID }),

  // Sending, as far as it goes without a node
  step('transfer', {}),
  step('transfer', { ...SPEND, unlock_time: 5 }),
  step('transfer', { destinations: [{ address: 'x', amount: 1 }] }),
  step('transfer', { ...SPEND, payment_id: known.paymentId }),
  step('transfer', {
    destinations: [
      { address: known.integrated, amount: 1 },
      { address: known.integrated, amount: 1 },
    ],
  }),
  step('transfer_split', {}),
  step('transfer_split', { ...SPEND, unlock_time: 5 }),
  step('sweep_all', { address: 'x' }),
  step('sweep_all', { address: PAYEE, outputs: 0 }),
  step('sweep_single', { address: PAYEE, outputs: 0 }),
  step('sweep_single', { address: PAYEE, key_image: 'x' }),
  step('relay_tx', { hex: 'xy' }),
  step('relay_tx', { hex: '00' }),
  step('scan_tx', { txids: ['x'] }),
  step('stop_mining'),
  step('set_daemon', { address: 'http://127.0.0.1:1', ssl_support: 'perhaps' }),

  // Keys and files
  step('query_key', { key_type: 'mnemonic' }),
  step('query_key', { key_type: 'view_key' }),
  step('query_key', { key_type: 'spend_key' }),
  step('query_key', { key_type: 'other' }),
  step('change_wallet_password', { old_password: 'wrong', new_password: 'x' }),
  step('change_wallet_password', { old_password: 'pw', new_password: 'new' }),
  step('auto_refresh', { enable: false }),
  step('store'),
  step('close_wallet'),
  step('close_wallet'),
  step('open_wallet', { filename: 'w', password: 'pw' }, says('ours names what is wrong in our words')),
  step('open_wallet', { filename: 'nobody' }, says('theirs names a path')),
  step('open_wallet', { filename: 'w', password: 'new' }),
  step('get_address', { account_index: 1 }),
  step('get_tx_notes', { txids: [ID] }),

  // Reading while the spend key is away
  step('start_background_sync'),
  step('stop_background_sync', { wallet_password: 'new' }),
  step('stop_background_sync', { wallet_password: 'no' }),
  step('setup_background_sync', { background_sync_type: 'x', wallet_password: 'new' }),
  step('setup_background_sync', { ...CUSTOM, background_cache_password: 'new' }),
  step('setup_background_sync', REUSE),
  step('start_background_sync'),
  step('start_background_sync'),
  step('setup_background_sync', REUSE),
  step('get_balance'),
  step('get_height'),
  step('query_key', { key_type: 'view_key' }),
  step('query_key', { key_type: 'spend_key' }),
  step('query_key', { key_type: 'mnemonic' }),
  ...NEEDS_KEY,
  step('stop_background_sync', { wallet_password: 'no' }),
  step('stop_background_sync', { wallet_password: 'new', seed: 'one two three' }),
  step('stop_background_sync', { wallet_password: 'new', seed: OTHER_SEED }),
  step('stop_background_sync', { wallet_password: 'new' }),
  step('query_key', { key_type: 'spend_key' }),
  step('setup_background_sync', CUSTOM),
  step('start_background_sync'),
  ...NEEDS_KEY,
  step('stop_background_sync', { wallet_password: 'no' }),
  step('stop_background_sync', { wallet_password: 'new', seed: known.seed }),
  step('get_address_book'),
  step('close_wallet'),
  step(
    'open_wallet',
    { filename: 'w.background', password: 'new' },
    says('ours names what is wrong in our words'),
  ),
  step('open_wallet', { filename: 'w.background', password: 'reads' }),
  step('get_balance'),
  ...NEEDS_KEY,
  step('start_background_sync'),
  step('setup_background_sync', REUSE),
  step('open_wallet', { filename: 'w', password: 'new' }),
  step('get_tx_notes', { txids: [ID] }),
  step('setup_background_sync', { background_sync_type: 'off', wallet_password: 'new' }),
  step('open_wallet', { filename: 'w.background', password: 'reads' }, says('theirs names a path')),

  // The log
  step('set_log_level', { level: -1 }),
  step('set_log_level', { level: 5 }),
  step('set_log_level', { level: 0 }),
  step('set_log_categories', { categories: '*:FATAL,global:INFO' }),
  step('set_log_categories', { categories: '+wallet.rpc:ERROR' }),
  step('set_log_categories', { categories: '-wallet.rpc:ERROR' }),
  step('set_log_categories', { categories: '0' }),
  step('generate_from_keys', {
    filename: 'watch',
    address: MAIN,
    viewkey: known.viewSecret,
    restore_height: 7,
  }),
  step('query_key', { key_type: 'spend_key' }),
  step('query_key', { key_type: 'mnemonic' }),
  step('get_address'),
  step('setup_background_sync', REUSE),
  step('start_background_sync'),
];

const outcome = async (
  call: (method: MethodName, params: never) => Promise<unknown>,
  { method, params }: Step,
) => {
  try {
    return { result: plain(await call(method, params as never)) };
  } catch (error) {
    const { code, message } = error as RpcError;
    if (typeof code !== 'number') throw error;
    // Theirs is told with the method before it and the code behind it.
    return { code, message: message.replace(`${method}: `, '').replace(` (${code})`, '') };
  }
};
/** Amounts as numbers, as JSON.parse gives them. */
const plain = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value, (_, each: unknown) => (typeof each === 'bigint' ? Number(each) : each)));

let theirs: OfflineWallet;
let ours: Desk;
beforeAll(async () => {
  await useWasmKernel();
  theirs = await startOfflineWallet();
  ours = openDesk();
});
afterAll(() => theirs.stop());

describe('calls without a node', () => {
  it.each(STEPS.map((each, i) => [`${i} ${each.method} ${JSON.stringify(each.params)}`, each] as const))(
    '%s',
    async (_, each) => {
      const a = await outcome(ours.call, each);
      const b = await outcome(theirs.call, each);
      if (!each.differs) expect(a).toEqual(b);
      else if (each.differs.in === 'message') expect('code' in a && a.code).toBe('code' in b && b.code);
    },
  );
});
