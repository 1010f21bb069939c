/** /get_transactions: transactions by their ids. Upstream: `COMMAND_RPC_GET_TRANSACTIONS`, `on_get_transactions` in src/rpc/core_rpc_server.cpp. */
import type { TxId } from '../../base/brands.ts';
import { concat, equalBytes } from '../../base/bytes.ts';
import { isFault } from '../../base/fault.ts';
import { fromHex, toHex } from '../../base/hex.ts';
import type { Infer } from '../../base/shape.ts';
import type { TxLookup } from '../../ports/block-source.ts';
import { formsOf } from '../../protocol/block/block.ts';
import { KNOWN_RULES } from '../../protocol/block/known-rules.ts';
import { idOfFetchedTx } from '../../protocol/carrot/fetched-tx.ts';
import type { TxForms } from '../../protocol/tx/types.ts';
import { reading, type Endpoint } from '../ask.ts';
import { badAnswer } from '../faults.ts';
import { MAX_TX_BYTES, MAX_CHAIN_TX_OUTPUTS } from '../limits.ts';
import { bool, count, def, hash, hashOrEmpty, hex, list, obj, opt, text, txid } from '../schema.ts';
import { ACCESS, height, pathCall } from './call.ts';

/** Half of what a restricted node accepts, so that answers stay below the size limit. */
export const MAX_LOOKUPS = 50;
/** Most ids that a restricted node accepts. */
const MAX_TXS = 100;
const MAX_BYTES = 64 << 20;

const REQUEST = {
  txs_hashes: list(hash, MAX_TXS),
  decode_as_json: opt(bool),
  prune: opt(bool),
  split: opt(bool),
};
const blob = hex(MAX_TX_BYTES);

/** A transaction in a block has height, confirmations, time and indices; one in the pool: whether it was relayed. */
const entry = obj({
  tx_hash: hash,
  as_hex: blob,
  pruned_as_hex: blob,
  prunable_as_hex: blob,
  prunable_hash: hashOrEmpty,
  as_json: text(16 << 20),
  in_pool: bool,
  double_spend_seen: bool,
  block_height: opt(height),
  confirmations: opt(count),
  block_timestamp: opt(count),
  output_indices: list(count, MAX_CHAIN_TX_OUTPUTS),
  relayed: opt(bool),
  received_timestamp: opt(count),
});

/** Bytes are whole (`as_hex`), or in two parts with `split` or `prune`, of which `prune` leaves the second out. */
export const getTransactions = pathCall('/get_transactions', {
  request: REQUEST,
  maxBytes: MAX_BYTES,
  seconds: 60,
  answer: {
    ...ACCESS,
    txs_as_hex: list(blob, MAX_TXS),
    txs_as_json: list(text(16 << 20), MAX_TXS),
    txs: list(entry, MAX_TXS),
    missed_tx: list(hash, MAX_TXS),
  },
});

const LOOKUP = {
  tx_hash: txid,
  as_hex: blob,
  pruned_as_hex: blob,
  prunable_as_hex: blob,
  prunable_hash: def(hashOrEmpty, ''),
  in_pool: bool,
  double_spend_seen: def(bool, false),
  relayed: def(bool, true),
  block_height: opt(height),
  block_timestamp: opt(count),
  output_indices: list(count, MAX_CHAIN_TX_OUTPUTS),
};
const lookUp = pathCall('/get_transactions', {
  request: REQUEST,
  maxBytes: MAX_BYTES,
  seconds: 60,
  answer: { txs: list(obj(LOOKUP), MAX_TXS), missed_tx: list(hash, MAX_TXS) },
});

/**
 * Answers the transactions of `txids` that the node knows, in any order. Compares the hash of each blob with the id. It cannot
 * for a pruned v1 transaction, whose id depends on the removed signatures, and for one of rules later than version `reads`.
 */
export function lookUpTransactions(
  txids: readonly TxId[],
  prune: boolean,
  reads = KNOWN_RULES.reads,
): Endpoint<readonly TxLookup[]> {
  const forms = formsOf({ majorVersion: reads });
  const request = { txs_hashes: txids.map(toHex), decode_as_json: false, prune, split: false };
  return reading(lookUp(request), ({ txs, missed_tx: missed }) => {
    const requested = new Set(request.txs_hashes);
    const found = txs.map((each) => readEntry(each, forms));
    for (const id of [...found.map(({ txid }) => toHex(txid)), ...missed])
      if (!requested.delete(id)) throw badAnswer(`transaction ${id} was not asked for, or comes twice`);
    if (requested.size > 0) throw badAnswer(`${requested.size} transactions neither found nor missed`);
    return found;
  });
}

const readEntry = (found: Infer<typeof LOOKUP>, forms: TxForms): TxLookup => {
  const whole = fromHex(found.as_hex);
  const prunable = fromHex(found.prunable_as_hex);
  const bytes = whole.length > 0 ? whole : concat(fromHex(found.pruned_as_hex), prunable);
  const pruned = whole.length === 0 && prunable.length === 0;
  requireId(found, { blob: bytes, pruned, forms });
  const { in_pool: inPool, relayed } = found;
  return {
    txid: found.tx_hash,
    blob: bytes,
    pruned,
    forms,
    inPool,
    doubleSpendSeen: found.double_spend_seen,
    ...(inPool ? { passedOn: relayed } : minedAt(found)),
  };
};

const minedAt = ({ block_height, block_timestamp, output_indices }: Infer<typeof LOOKUP>) => {
  if (block_height === undefined || block_timestamp === undefined)
    throw badAnswer('a transaction of a block without its height or time');
  return { height: block_height, timestamp: block_timestamp, outputIndices: output_indices };
};

const requireId = (
  { tx_hash: txid, prunable_hash: prunable }: Infer<typeof LOOKUP>,
  found: Pick<TxLookup, 'blob' | 'pruned' | 'forms'>,
): void => {
  const id = idIfKnown(found, () => fromHex(prunable, 32));
  if (id && !equalBytes(id, txid)) throw badAnswer(`transaction ${toHex(txid)} has another id`);
};

/**
 * Undefined for a transaction of a version, type or tag that this build does not know: later rules may have it, and its
 * id cannot be computed. The wallet cannot read such bytes anywhere else either, so they change nothing.
 */
const idIfKnown = (
  found: Pick<TxLookup, 'blob' | 'pruned' | 'forms'>,
  prunableHash: () => Uint8Array,
): TxId | undefined => {
  try {
    return idOfFetchedTx(found, prunableHash);
  } catch (error) {
    if (isFault(error, 'unknown_format')) return undefined;
    throw error;
  }
};
