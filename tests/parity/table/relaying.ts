/**
 * Calls that build, relay and look at payments, for two programs with the same seed. Both see both payments, so each pays
 * from an account of its own, and what is compared by value does not depend on which outputs and decoys it took.
 */
import { known, PAYEE } from '../../support/rpc/fixture.ts';
import { conduct } from '../known-differences.ts';
import { answered, own, refused, type ChainStep, type Happening } from './step.ts';

const MAIN = known.addresses[0]!.address;
const XMR = 1_000_000_000_000;
const NO_TX = 'ab'.repeat(32);
const MINE = { account_index: own('accounts.ours', 'accounts.theirs') };
const TOLD = { get_tx_key: true, get_tx_hex: true, get_tx_metadata: true };
type More = Parameters<typeof answered>[2];
const happens = (what: string): Happening => ({ happens: what });
const PAY = { destinations: [{ address: PAYEE, amount: XMR / 4 }], ...MINE };
const CENT = { address: PAYEE, amount: XMR / 100 };

/** Fields of an answer about one transaction, and about several, that do not depend on chance. */
const ONE = ['amount', 'amounts_by_dest.amounts', 'multisig_txset', 'unsigned_txset'];
const MANY = [
  'amount_list',
  'tx_hash_list.length',
  'tx_key_list.length',
  'tx_blob_list.length',
  'tx_metadata_list.length',
  'multisig_txset',
  'unsigned_txset',
];
const ENTRY = [
  'type',
  'amount',
  'confirmations',
  'destinations',
  'double_spend_seen',
  'height',
  'locked',
  'note',
  'payment_id',
  'subaddr_indices.length',
  'suggested_confirmations_threshold',
  'unlock_time',
].map((name) => `transfer.${name}`);
const KINDS = ['in', 'out', 'pending', 'failed', 'pool'] as const;
const balance = answered('get_balance', MINE, {
  only: [
    'blocks_to_unlock',
    'multisig_import_needed',
    'per_subaddress.length',
    'per_subaddress.0.num_unspent_outputs',
  ],
});
const history = (more: More = {}): ChainStep =>
  answered(
    'get_transfers',
    { ...Object.fromEntries(KINDS.map((kind) => [kind, true])), ...MINE },
    { only: KINDS.map((kind) => `${kind}.length`), ...more },
  );
const payment = (of: string, more: More = {}): ChainStep =>
  answered('get_transfer_by_txid', { txid: own(`${of}.tx_hash`), ...MINE }, { only: ENTRY, ...more });
const differs = (what: Parameters<typeof conduct>[0]): More => ({
  differs: { why: conduct(what), in: 'all' },
});
/** What both programs must say now of their own money, and of the payments that were kept under these names. */
const looked = (...payments: readonly string[]): readonly ChainStep[] => [
  balance,
  history(),
  ...payments.map((of) => payment(of)),
];
const relayed = (of: string): ChainStep =>
  answered('relay_tx', { hex: own(`${of}.tx_metadata`) }, { only: [] });

export const RELAYING: readonly (ChainStep | Happening)[] = [
  // Each side reads the chain when the test says so.
  answered('auto_refresh', { enable: false }),
  answered('restore_deterministic_wallet', { seed: known.seed, restore_height: 0, filename: 'payer' }),
  answered('refresh'),
  answered('create_account', { label: 'ours' }),
  answered('create_account', { label: 'theirs' }),
  happens('two accounts are paid'),
  answered('refresh', {}, { only: [] }),
  ...looked(),

  // Refused before anything is built
  refused('transfer', { ...MINE, destinations: [] }),
  refused('transfer', { ...MINE, destinations: [{ address: PAYEE, amount: 0 }] }),
  refused('transfer', { ...PAY, subtract_fee_from_outputs: [1] }),
  refused('transfer', { ...PAY, subaddr_indices: [7] }),
  refused('transfer', { ...PAY, account_index: 99 }),
  refused('transfer', { ...PAY, destinations: Array.from({ length: 16 }, () => CENT) }),
  refused('transfer_split', { ...MINE, destinations: [{ address: PAYEE, amount: 10_000 * XMR }] }),
  refused('sweep_all', { address: PAYEE, account_index: 99 }),
  refused('sweep_all', { ...MINE, address: PAYEE, subaddr_indices: [99] }),
  refused('sweep_single', { address: PAYEE, key_image: NO_TX }),
  refused('relay_tx', { hex: '' }),

  // Read by both as if it were right
  answered('transfer', { ...PAY, subtract_fee_from_outputs: [0, 0], do_not_relay: true }, { only: [] }),
  answered('transfer', { ...PAY, ring_size: 3, do_not_relay: true }, { only: ONE }),

  // A payment, relayed again and again
  answered('transfer', { ...PAY, ...TOLD }, { as: 'sent', only: ONE }),
  ...looked('sent'),
  answered('get_tx_key', { txid: own('sent.tx_hash') }, { only: [] }),
  relayed('sent'),
  relayed('sent'),
  ...looked('sent'),
  answered('scan_tx', { txids: [own('sent.tx_hash')] }),
  answered('rescan_spent'),
  ...looked('sent'),
  happens('it is mined'),
  answered('refresh', {}, { only: [] }),
  ...looked('sent'),
  relayed('sent'),
  balance,
  history(differs('a transaction that is relayed again after it was mined')),
  payment('sent', differs('a transaction that is relayed again after it was mined')),
  answered('scan_tx', { txids: [own('sent.tx_hash')] }),
  answered('scan_tx', { txids: [own('sent.tx_hash'), own('sent.tx_hash')] }),
  refused('scan_tx', { txids: [NO_TX] }),
  answered('scan_tx', { txids: [] }),
  answered('rescan_spent'),
  ...looked('sent'),

  // Blocks are taken away, and the payment with them
  happens('its block is taken away'),
  answered('refresh', {}, { only: [] }),
  relayed('sent'),
  happens('it is mined'),
  answered('refresh', {}, { only: [] }),
  ...looked('sent'),

  // Built first, relayed later
  answered('transfer', { ...PAY, ...TOLD, do_not_relay: true }, { as: 'built', only: ONE }),
  ...looked(),
  refused('get_transfer_by_txid', { txid: own('built.tx_hash') }),
  relayed('built'),
  ...looked('built'),
  happens('ten blocks are mined'),
  answered('refresh', {}, { only: [] }),
  ...looked('sent', 'built'),

  // The fee from the payees
  answered(
    'transfer',
    { ...PAY, ...TOLD, subtract_fee_from_outputs: [0] },
    { only: ['amounts_by_dest.amounts.length', 'multisig_txset'] },
  ),
  happens('ten blocks are mined'),
  answered('refresh', {}, { only: [] }),
  answered(
    'transfer',
    { ...MINE, destinations: [CENT, { ...CENT, address: MAIN }], subtract_fee_from_outputs: [1] },
    { as: 'shared', only: ['amounts_by_dest.amounts.0', 'amounts_by_dest.amounts.length'] },
  ),
  refused(
    'transfer',
    { ...MINE, destinations: [CENT, { ...CENT, address: known.integrated }] },
    {
      ...differs('a payee with a payment ID beside other payees'),
    },
  ),
  happens('ten blocks are mined'),
  answered('refresh', {}, { only: [] }),
  ...looked('sent', 'built'),

  // Several payments, several transactions
  answered(
    'transfer_split',
    { ...MINE, ...TOLD, get_tx_keys: true, destinations: Array.from({ length: 3 }, () => CENT) },
    { as: 'split', only: MANY },
  ),
  happens('ten blocks are mined'),
  answered('refresh', {}, { only: [] }),
  ...looked('sent', 'built'),
  answered(
    'transfer_split',
    { ...MINE, get_tx_keys: true, destinations: Array.from({ length: 20 }, () => CENT) },
    { only: ['tx_hash_list.length', 'tx_key_list.length', 'amount_list.length'] },
  ),
  happens('ten blocks are mined'),
  answered('refresh', {}, { only: [] }),
  ...looked('sent', 'built'),

  // Key images and outputs
  answered(
    'export_key_images',
    { all: true },
    { as: 'images', only: ['offset', 'signed_key_images.length'] },
  ),
  answered('import_key_images', { signed_key_images: own('images.signed_key_images') }, { only: ['height'] }),
  answered('export_outputs', { all: true }, { only: [] }),
  ...looked('sent', 'built'),

  // Sweeps
  answered('sweep_dust'),
  answered(
    'incoming_transfers',
    { transfer_type: 'available', ...MINE },
    { as: 'left', only: ['transfers.length'] },
  ),
  answered(
    'sweep_single',
    { address: PAYEE, key_image: own('left.transfers.0.key_image'), ...TOLD },
    { as: 'single', only: ['multisig_txset', 'unsigned_txset', 'spent_key_images.key_images.length'] },
  ),
  refused('sweep_single', { address: PAYEE, key_image: own('left.transfers.0.key_image') }),
  relayed('single'),
  happens('ten blocks are mined'),
  answered('refresh', {}, { only: [] }),
  answered(
    'sweep_all',
    { ...MINE, address: PAYEE, get_tx_keys: true },
    { only: ['tx_hash_list.length', 'tx_key_list.length', 'amount_list.length', 'multisig_txset'] },
  ),
  refused('sweep_all', { ...MINE, address: PAYEE }),
  happens('ten blocks are mined'),
  answered('refresh', {}, { only: [] }),
  ...looked('sent', 'built'),

  // Everything read again
  answered('rescan_blockchain'),
  balance,
  history(),
  payment('sent', differs('the payees of payments after a rescan that keeps what only the wallet knows')),
  answered('rescan_blockchain', { hard: true }),
  answered('refresh', {}, { only: [] }),
  ...looked('sent', 'built'),
  relayed('sent'),
];
