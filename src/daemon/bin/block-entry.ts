/**
 * A block with its transactions: whole ones as byte strings, pruned ones with the hash of what is missing.
 * Upstream: `block_complete_entry`, src/cryptonote_protocol/cryptonote_protocol_defs.h.
 */
import { MAX_BLOCK_BYTES, MAX_BLOCK_TXS, MAX_TX_BYTES } from '../limits.ts';
import { bool, bytes, count, def, key, list, obj, type AnswerField } from '../schema.ts';

const whole = bytes(MAX_TX_BYTES);
const pruned = obj({ blob: whole, prunable_hash: key });

export interface PrunedEntry {
  readonly blob: Uint8Array;
  readonly prunable_hash: Uint8Array;
}
const txEntry: AnswerField<Uint8Array | PrunedEntry> = {
  type: 'object',
  read: (value, path) => (value instanceof Uint8Array ? whole : pruned).read(value, path),
};

export const blockEntry = obj({
  pruned: def(bool, false),
  block: bytes(MAX_BLOCK_BYTES),
  block_weight: def(count, 0),
  txs: list(txEntry, MAX_BLOCK_TXS),
});
