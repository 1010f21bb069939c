/**
 * Calls with a node, in the order of the test, for two programs with the same seed: full wallets, watching wallets, and
 * one of two signers. chain-steps.ts makes the calls and the events between them.
 */
import { known, PAYEE } from '../../support/rpc/fixture.ts';
import {
  answered,
  ofOurs,
  own,
  refused,
  type ChainStep,
  type Happening,
  type Params,
  type Ref,
} from './step.ts';

const XMR = 1_000_000_000_000;
const MAIN = known.addresses[0]!.address;
const NO_TX = 'ab'.repeat(32);
const RESTORE = { seed: known.seed, restore_height: 0 };
const SIGNER = { ...RESTORE, filename: 'signer', seed_offset: 'one of two' };
const PAY = { destinations: [{ address: PAYEE, amount: XMR }] };
const BUILD = { do_not_relay: true, get_tx_metadata: true };
const TOO_MUCH = { destinations: [{ address: PAYEE, amount: 1_000_000 * XMR }] };
const happens = (what: string): Happening => ({ happens: what });
/** Each side spends its own output, so that both payments can be mined. */
const coin = (of: string, ours: number, theirs: number): Ref =>
  own(`${of}.transfers.${ours}.key_image`, `${of}.transfers.${theirs}.key_image`);
const ALL = { transfer_type: 'all' };
const open = (filename: string): ChainStep => answered('open_wallet', { filename });

const SIGNERS: readonly (ChainStep | Happening)[] = [
  answered('restore_deterministic_wallet', SIGNER),
  refused('export_multisig_info'),
  answered('prepare_multisig', { enable_multisig_experimental: true }, { as: 'first', only: [] }),
  happens('the other signer prepares'),
  refused('make_multisig', { multisig_info: [ofOurs('mate.first')], threshold: 0 }),
  answered(
    'make_multisig',
    { multisig_info: [ofOurs('mate.first')], threshold: 2 },
    { as: 'second', only: [] },
  ),
  refused('prepare_multisig', { enable_multisig_experimental: true }),
  happens('the other signer makes it'),
  refused('exchange_multisig_keys', { multisig_info: ['nonsense'] }),
  answered(
    'exchange_multisig_keys',
    { multisig_info: [ofOurs('mate.second')] },
    { as: 'account', only: ['address'] },
  ),
  happens('the other signer finishes'),
  answered('is_multisig'),
  refused('finalize_multisig', { multisig_info: [] }, { lacks: 'no longer' }),
  happens('the signers are paid'),
];

/** Of one wallet with its spend key. */
export const ALONE: readonly (ChainStep | Happening)[] = [
  // Each side reads the chain when the test says so.
  answered('auto_refresh', { enable: false }),
  answered('create_wallet', { filename: 'new', language: 'English' }),
  answered('restore_deterministic_wallet', { ...RESTORE, filename: 'alone' }),
  answered('refresh'),
  answered('get_height'),
  answered('get_balance', { all_accounts: true }),
  answered('incoming_transfers', ALL, { as: 'coins' }),
  answered('get_transfers', { in: true, pool: true, out: true }),
  answered('get_transfer_by_txid', { txid: ofOurs('coins.transfers.0.tx_hash') }),
  refused('get_transfer_by_txid', { txid: NO_TX }),
  answered('estimate_tx_size_and_weight', { n_inputs: 2, n_outputs: 2, ring_size: 16, rct: true }),
  refused('estimate_tx_size_and_weight', { n_inputs: -1 }),
  answered('get_default_fee_priority', {}, { lacks: 'not yet' }),
  answered('set_subaddress_lookahead', { major_idx: 3, minor_idx: 5 }, { lacks: 'not yet' }),
  refused(
    'set_subaddress_lookahead',
    { password: 'wrong', major_idx: 3, minor_idx: 5 },
    { lacks: 'not yet' },
  ),

  answered('freeze', { key_image: ofOurs('coins.transfers.0.key_image') }),
  answered('frozen', { key_image: ofOurs('coins.transfers.0.key_image') }),
  refused('sweep_single', { address: PAYEE, key_image: ofOurs('coins.transfers.0.key_image') }),
  answered('thaw', { key_image: ofOurs('coins.transfers.0.key_image') }),
  answered('frozen', { key_image: ofOurs('coins.transfers.0.key_image') }),

  answered('transfer', { ...PAY, ...BUILD }, { only: ['amount'] }),
  refused('transfer', TOO_MUCH),
  answered('transfer_split', { ...PAY, ...BUILD }, { only: ['amount_list'] }),
  refused('transfer_split', TOO_MUCH),
  // Rewards become less with each block: three of them.
  answered(
    'sweep_all',
    { address: PAYEE, below_amount: ofOurs('coins.transfers.36.amount'), ...BUILD },
    { only: ['amount_list.length'] },
  ),
  refused('sweep_all', { address: PAYEE, below_amount: 1 }),
  answered('sweep_dust'),
  answered(
    'sweep_single',
    { address: PAYEE, key_image: coin('coins', 0, 1), ...BUILD, get_tx_key: true },
    { as: 'built', only: [] },
  ),
  refused('sweep_single', { address: PAYEE, key_image: NO_TX }),
  answered('relay_tx', { hex: own('built.tx_metadata') }, { as: 'paid', only: [] }),
  happens('it is mined'),
  answered('refresh', {}, { only: [] }),

  answered('get_tx_key', { txid: own('paid.tx_hash') }, { as: 'key', only: [] }),
  refused('get_tx_key', { txid: NO_TX }),
  ...proven(
    'check_tx_key',
    { txid: ofOurs('paid.tx_hash'), address: PAYEE, tx_key: ofOurs('key.tx_key') },
    { not: [{ address: MAIN }], wrong: [{ tx_key: 'xy' }, { txid: NO_TX }] },
  ),
  answered(
    'get_tx_proof',
    { txid: own('paid.tx_hash'), address: PAYEE, message: 'rent' },
    { as: 'payment', only: [] },
  ),
  refused('get_tx_proof', { txid: NO_TX, address: PAYEE }),
  ...proven(
    'check_tx_proof',
    { txid: ofOurs('paid.tx_hash'), address: PAYEE, message: 'rent', signature: ofOurs('payment.signature') },
    {
      not: [{ message: 'other' }, { address: MAIN }],
      wrong: [{ txid: NO_TX }, { signature: 'InProofV2' }, { address: 'x' }],
    },
  ),
  answered('get_spend_proof', { txid: own('paid.tx_hash'), message: 'me' }, { as: 'spending', only: [] }),
  refused('get_spend_proof', { txid: NO_TX }),
  ...proven(
    'check_spend_proof',
    { txid: ofOurs('paid.tx_hash'), message: 'me', signature: ofOurs('spending.signature') },
    { not: [{ message: 'other' }, { signature: 'SpendProofV1' }], wrong: [{ txid: NO_TX }] },
  ),
  answered('get_reserve_proof', { all: true, message: 'rich' }, { as: 'reserve', only: [] }),
  refused('get_reserve_proof', { account_index: 0, amount: 1_000_000 * XMR }),
  ...proven(
    'check_reserve_proof',
    { address: MAIN, message: 'rich', signature: ofOurs('reserve.signature') },
    { not: [{ message: 'other' }], wrong: [{ address: 'x' }, { address: known.addresses[1]!.address }] },
  ),
  answered('sign', { data: 'hello' }, { as: 'signed', only: [] }),
  refused('sign', { data: 'hello', signature_type: 'other' }),
  ...proven(
    'verify',
    { data: 'hello', address: MAIN, signature: ofOurs('signed.signature') },
    { not: [{ data: 'other' }, { address: PAYEE }], wrong: [{ address: 'x' }] },
  ),

  answered('rescan_spent'),
  answered('scan_tx', { txids: [ofOurs('paid.tx_hash')] }),
  answered('rescan_blockchain'),
  answered('set_daemon', { address: ofOurs('node.url'), trusted: false }),
  refused(
    'rescan_spent',
    {},
    {
      differs: {
        why: '0.18.4.0 takes the word of any node, newer versions and we only of a trusted one',
        in: 'all',
      },
    },
  ),
  refused('import_key_images', { signed_key_images: [] }),
  refused('start_mining', { threads_count: 1 }),
  answered('set_daemon', { address: ofOurs('node.url'), trusted: true }),
];

const WATCHING: readonly (ChainStep | Happening)[] = [
  answered('generate_from_keys', { filename: 'watching', address: MAIN, viewkey: known.viewSecret }),
  answered('refresh', {}, { only: [] }),
  answered('export_outputs', { all: true }, { as: 'outputs', only: [] }),
  open('alone'),
  refused('import_outputs', { outputs_data_hex: own('outputs.outputs_data_hex') }),
  refused('import_outputs', { outputs_data_hex: 'xy' }),
  // A wallet that has never scanned the chain.
  answered('restore_deterministic_wallet', { ...RESTORE, filename: 'cold' }),
  answered('import_outputs', { outputs_data_hex: own('outputs.outputs_data_hex') }),
  answered('export_key_images', { all: true }, { as: 'images', only: [] }),
  open('watching'),
  answered('import_key_images', { signed_key_images: own('images.signed_key_images') }),
  answered('sweep_single', { address: PAYEE, key_image: coin('coins', 2, 3) }, { as: 'unsigned', only: [] }),
  open('cold'),
  answered(
    'describe_transfer',
    { unsigned_txset: own('unsigned.unsigned_txset') },
    { only: ['summary.recipients.0.address', 'summary.change_address', 'desc.0.ring_size'] },
  ),
  refused('describe_transfer', { unsigned_txset: 'xy' }),
  answered('sign_transfer', { unsigned_txset: own('unsigned.unsigned_txset') }, { as: 'cold', only: [] }),
  refused('sign_transfer', { unsigned_txset: 'xy' }),
  open('watching'),
  answered('submit_transfer', { tx_data_hex: own('cold.signed_txset') }, { only: [] }),
  refused('submit_transfer', { tx_data_hex: 'xy' }),
];

const TOGETHER: readonly (ChainStep | Happening)[] = [
  open('signer'),
  answered('refresh', {}, { only: [] }),
  answered('export_multisig_info', {}, { as: 'info', only: [] }),
  happens('the other signer tells'),
  refused('import_multisig_info', { info: ['nonsense'] }),
  answered('import_multisig_info', { info: [ofOurs('mate.info')] }),
  happens('the other signer pays'),
  refused('sign_multisig', { tx_data_hex: 'xy' }),
  answered('sign_multisig', { tx_data_hex: own('mate.ours', 'mate.theirs') }, { as: 'together', only: [] }),
  refused('submit_multisig', { tx_data_hex: 'xy' }),
  answered('submit_multisig', { tx_data_hex: own('together.tx_data_hex') }, { only: [] }),
];

/** Last, because the chain grows meanwhile; a node that mines already refuses to start mining. */
const MINING: readonly (ChainStep | Happening)[] = [
  refused('stop_mining'),
  refused('start_mining', { threads_count: 0 }),
  answered('start_mining', { threads_count: 1 }, { between: '/stop_mining' }),
  refused('start_mining', { threads_count: 1 }),
  answered('stop_mining', {}, { between: '/start_mining' }),
];

export const CHAIN: readonly (ChainStep | Happening)[] = [
  ...ALONE,
  ...SIGNERS,
  ...WATCHING,
  ...TOGETHER,
  ...MINING,
];
/** The compared fields. */
export const CHAIN_STEPS = CHAIN.filter((each): each is ChainStep => 'method' in each);

/** Valid proofs, proofs with another message or address, and refused ones. */
function proven(
  method: ChainStep['method'],
  good: Params,
  { not, wrong }: { readonly not: readonly Params[]; readonly wrong: readonly Params[] },
): readonly ChainStep[] {
  return [
    answered(method, good),
    ...not.map((each) => answered(method, { ...good, ...each })),
    ...wrong.map((each) => refused(method, { ...good, ...each })),
  ];
}
