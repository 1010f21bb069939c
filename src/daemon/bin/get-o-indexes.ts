/**
 * /get_o_indexes.bin: the global indices of a transaction's outputs. The node learns which transaction was of interest;
 * the wallet reads them from blocks instead. Upstream: `COMMAND_RPC_GET_TX_GLOBAL_OUTPUTS_INDEXES`.
 */
import type { TxId } from '../../base/brands.ts';
import { epee } from '../../protocol/encoding/epee.ts';
import { ACCESS } from '../json/call.ts';
import { MAX_OUTPUT_INDEX, MAX_CHAIN_TX_OUTPUTS } from '../limits.ts';
import { list, upTo } from '../schema.ts';
import { binCall } from './call.ts';

export const getOutputIndexes = binCall('/get_o_indexes.bin', {
  request: (txid: TxId) => ({ txid: epee.bytes(txid) }),
  maxBytes: 1 << 20,
  answer: { ...ACCESS, o_indexes: list(upTo(MAX_OUTPUT_INDEX), MAX_CHAIN_TX_OUTPUTS) },
});
