/**
 * /get_transaction_pool_hashes: ids of the pool's transactions. (Its .bin form is JSON with raw bytes in it.)
 * Upstream: `COMMAND_RPC_GET_TRANSACTION_POOL_HASHES`.
 */
import { MAX_POOL } from '../limits.ts';
import { pathCall } from './call.ts';

export const getTransactionPoolHashes = pathCall('/get_transaction_pool_hashes', {
  // 64 digits, quotes, comma.
  maxBytes: 70 * MAX_POOL,
  read: (answer) => answer.hashes('tx_hashes', MAX_POOL),
});
