/**
 * /get_transactions. Upstream: `COMMAND_RPC_GET_TRANSACTIONS`, `on_get_transactions` in src/rpc/core_rpc_server.cpp.
 * The reader hashes every blob and compares it with the requested id. It cannot for a pruned v1 transaction, whose id
 * depends on the removed signatures.
 */
import type { TxId } from '../../base/brands.ts';
import { concat, equalBytes } from '../../base/bytes.ts';
import { fromHex, toHex } from '../../base/hex.ts';
import type { TxLookup } from '../../ports/block-source.ts';
import { prunedTxHash, txHash } from '../../protocol/tx/hash.ts';
import { readPrunedTransaction, readTransaction } from '../../protocol/tx/transaction.ts';
import type { Endpoint } from '../ask.ts';
import { badAnswer } from '../faults.ts';
import { MAX_HEIGHT, MAX_TX_BYTES, MAX_TX_OUTPUTS } from '../limits.ts';
import { pathCall } from './call.ts';
import type { Fields } from './fields.ts';

/** Half of what a restricted node accepts, so that answers stay below the size limit. */
export const MAX_LOOKUPS = 50;

/** Those of `txids` that the node knows, in any order. */
export function getTransactions(txids: readonly TxId[], prune: boolean): Endpoint<readonly TxLookup[]> {
  return pathCall('/get_transactions', {
    params: { txs_hashes: txids.map(toHex), decode_as_json: false, prune, split: false },
    maxBytes: 64 << 20,
    seconds: 60,
    read: (answer) => {
      const asked = new Set(txids.map(toHex));
      const found = answer.objects('txs', txids.length).map(readEntry);
      const missed = answer.hashes('missed_tx', txids.length);
      for (const txid of [...found.map((entry) => entry.txid), ...missed])
        if (!asked.delete(toHex(txid)))
          throw badAnswer(`transaction ${toHex(txid)} was not asked for, or comes twice`);
      if (asked.size > 0) throw badAnswer(`${asked.size} transactions neither found nor missed`);
      return found;
    },
  });
}

const readEntry = (entry: Fields): TxLookup => {
  const txid = entry.hash('tx_hash');
  const whole = entry.hex('as_hex', MAX_TX_BYTES);
  const base = entry.hex('pruned_as_hex', MAX_TX_BYTES);
  const prunable = entry.hex('prunable_as_hex', MAX_TX_BYTES);
  const blob = whole.length > 0 ? whole : concat(base, prunable);
  const pruned = whole.length === 0 && prunable.length === 0;
  requireId(txid, blob, pruned, entry);
  const inPool = entry.bool('in_pool');
  return {
    txid,
    blob,
    pruned,
    inPool,
    doubleSpendSeen: entry.bool('double_spend_seen', false),
    ...(inPool && { passedOn: entry.bool('relayed', true) }),
    ...(!inPool && {
      height: entry.number('block_height', { max: MAX_HEIGHT }),
      timestamp: entry.number('block_timestamp'),
      outputIndices: entry.numbers('output_indices', MAX_TX_OUTPUTS),
    }),
  };
};

const requireId = (txid: TxId, blob: Uint8Array, pruned: boolean, entry: Fields): void => {
  const tx = pruned ? readPrunedTransaction(blob) : readTransaction(blob);
  if (pruned && tx.prefix.version === 1) return;
  const id = pruned ? prunedTxHash(tx, fromHex(entry.text('prunable_hash', 64), 32)) : txHash(tx);
  if (!equalBytes(id, txid)) throw badAnswer(`transaction ${toHex(txid)} has another id`);
};
