/**
 * The 62 rows of the specification of monerod's RPC, with the calls of each by their names on the wire, and the parity
 * test that compares them. Calls that the specification leaves without a name have upstream's.
 */
type Suite = 'daemon-rows' | 'daemon-rows-admin';
export interface DaemonRow {
  readonly row: string;
  readonly calls: readonly string[];
  readonly suite: Suite;
}

const rows = (suite: Suite, ...names: readonly string[]): readonly DaemonRow[] =>
  names.map((row) => ({ row, calls: [row], suite }));
const row = (name: string, suite: Suite, ...calls: readonly string[]): DaemonRow => ({
  row: name,
  calls,
  suite,
});

export const JSON_RPC_ROWS: readonly DaemonRow[] = [
  ...rows('daemon-rows', 'get_block_count', 'on_get_block_hash', 'get_block_template', 'submit_block'),
  ...rows('daemon-rows', 'generateblocks', 'get_last_block_header', 'get_block_header_by_hash'),
  ...rows('daemon-rows', 'get_block_header_by_height', 'get_block_headers_range', 'get_block'),
  ...rows('daemon-rows-admin', 'get_connections'),
  ...rows('daemon-rows', 'get_info', 'hard_fork_info'),
  ...rows('daemon-rows-admin', 'set_bans', 'get_bans', 'banned'),
  ...rows('daemon-rows', 'flush_txpool', 'get_output_histogram', 'get_coinbase_tx_sum', 'get_version'),
  ...rows('daemon-rows', 'get_fee_estimate', 'get_alternate_chains', 'relay_tx'),
  ...rows('daemon-rows-admin', 'sync_info'),
  ...rows('daemon-rows', 'get_txpool_backlog', 'get_output_distribution', 'get_miner_data'),
  ...rows('daemon-rows-admin', 'prune_blockchain'),
  ...rows('daemon-rows', 'calc_pow'),
  ...rows('daemon-rows-admin', 'flush_cache'),
  ...rows('daemon-rows', 'add_aux_pow'),
];

export const PLAIN_ROWS: readonly DaemonRow[] = [
  ...rows('daemon-rows', '/get_height'),
  row(
    '/getblocks.bin, /getblocks_by_height.bin, /gethashes.bin',
    'daemon-rows',
    ...['/getblocks.bin', '/get_blocks_by_height.bin', '/gethashes.bin'],
  ),
  row('global output indices of transactions, binary', 'daemon-rows', '/get_o_indexes.bin'),
  row('get outputs, binary', 'daemon-rows', '/get_outs.bin'),
  row('get outputs, JSON', 'daemon-rows', '/get_outs'),
  ...rows('daemon-rows', '/get_transactions', '/get_alt_blocks_hashes', '/is_key_image_spent'),
  ...rows('daemon-rows', '/send_raw_transaction'),
  ...rows(
    'daemon-rows-admin',
    '/start_mining',
    '/stop_mining',
    '/mining_status',
    '/save_bc',
    '/get_peer_list',
  ),
  ...rows('daemon-rows-admin', '/set_log_hash_rate', '/set_log_level', '/set_log_categories'),
  ...rows('daemon-rows-admin', '/set_bootstrap_daemon'),
  ...rows('daemon-rows', '/get_transaction_pool', '/get_transaction_pool_hashes.bin'),
  ...rows('daemon-rows', '/get_transaction_pool_stats'),
  ...rows('daemon-rows-admin', '/stop_daemon'),
  row('deprecated equivalent of get_info', 'daemon-rows', '/getinfo'),
  ...rows('daemon-rows-admin', '/get_limit', '/set_limit', '/out_peers', '/in_peers', '/get_net_stats'),
  row('/start_save_graph, /stop_save_graph', 'daemon-rows-admin', '/start_save_graph', '/stop_save_graph'),
  ...rows('daemon-rows-admin', '/update'),
  ...rows('daemon-rows', '/pop_blocks'),
];

/** Calls that have a client and no row. */
const BEYOND = ['/get_transaction_pool_hashes', '/get_output_distribution.bin'];

/** No node answers these in a test: it refuses them, and the tests look at how. */
export const ONLY_REFUSED: readonly string[] = ['/start_save_graph', '/stop_save_graph', '/update'];

/** Sorted names of the calls whose answers a parity test compares. */
export function callsComparedIn(suite: Suite): readonly string[] {
  return [...JSON_RPC_ROWS, ...PLAIN_ROWS]
    .filter((each) => each.suite === suite)
    .flatMap(({ calls }) => calls)
    .concat(suite === 'daemon-rows' ? BEYOND : [])
    .filter((call) => !ONLY_REFUSED.includes(call))
    .sort();
}
