/** /get_transaction_pool: all transactions that wait, with their bytes. Upstream: `COMMAND_RPC_GET_TRANSACTION_POOL`. */
import { MAX_POOL, MAX_TX_BYTES } from '../limits.ts';
import { bool, count, def, hash, hex, list, obj, text, u64 } from '../schema.ts';
import { ACCESS, height, pathCall } from './call.ts';

const transaction = obj({
  id_hash: hash,
  tx_json: text(16 << 20),
  blob_size: count,
  weight: def(count, 0),
  fee: u64,
  max_used_block_id_hash: hash,
  max_used_block_height: height,
  kept_by_block: bool,
  last_failed_height: height,
  last_failed_id_hash: hash,
  receive_time: count,
  relayed: bool,
  last_relayed_time: u64,
  do_not_relay: bool,
  double_spend_seen: bool,
  tx_blob: hex(MAX_TX_BYTES),
});

/** `spent_key_images`: which transactions of the pool spend an output. `last_relayed_time`: 2^64 - 1 if never. */
export const getTransactionPool = pathCall('/get_transaction_pool', {
  maxBytes: 256 << 20,
  seconds: 60,
  answer: {
    ...ACCESS,
    transactions: list(transaction, MAX_POOL),
    spent_key_images: list(obj({ id_hash: hash, txs_hashes: list(hash, MAX_POOL) }), 4 * MAX_POOL),
  },
});
