/**
 * /get_transaction_pool_hashes: ids of the pool's transactions. The .bin form is JSON in spite of its name, with the ids
 * as raw bytes in a string.
 * Upstream: `COMMAND_RPC_GET_TRANSACTION_POOL_HASHES`, `COMMAND_RPC_GET_TRANSACTION_POOL_HASHES_BIN`.
 */
import type { TxId } from '../../base/brands.ts';
import { toHex } from '../../base/hex.ts';
import { reading, type Endpoint } from '../ask.ts';
import { MAX_POOL } from '../limits.ts';
import { hash, keys, list, txid } from '../schema.ts';
import { ACCESS, pathCall } from './call.ts';
import { withRawString } from './raw-string.ts';

/** 64 digits, quotes, comma. */
const MAX_BYTES = 70 * MAX_POOL;

export const getTransactionPoolHashes = pathCall('/get_transaction_pool_hashes', {
  maxBytes: MAX_BYTES,
  answer: { ...ACCESS, tx_hashes: list(hash, MAX_POOL) },
});

const ids = keys(MAX_POOL);

/** Ids in hex, as in the other form. */
export const getTransactionPoolHashesBin = withRawString(
  // Escaped, a byte takes up to six.
  pathCall('/get_transaction_pool_hashes.bin', { maxBytes: 6 * 32 * MAX_POOL, answer: ACCESS }),
  'tx_hashes',
  (raw) => ids.read(raw, 'tx_hashes').map(toHex),
  'hash[]',
);

export const getPoolTxids: Endpoint<readonly TxId[]> = reading(
  pathCall('/get_transaction_pool_hashes', {
    maxBytes: MAX_BYTES,
    answer: { tx_hashes: list(txid, MAX_POOL) },
  })(),
  ({ tx_hashes }) => tx_hashes,
);
