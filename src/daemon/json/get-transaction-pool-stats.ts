/** /get_transaction_pool_stats: numbers, sizes and fees of the transactions that wait. Upstream: `COMMAND_RPC_GET_TRANSACTION_POOL_STATS`. */
import { reading, type Endpoint } from '../ask.ts';
import { count, list, obj, u32, u64 } from '../schema.ts';
import { ACCESS, pathCall } from './call.ts';

/** `histo`: transactions and bytes by age, from the youngest; the last one is older than 98 % (`histo_98pc` seconds). */
export const getTransactionPoolStats = pathCall('/get_transaction_pool_stats', {
  answer: {
    ...ACCESS,
    pool_stats: obj({
      bytes_total: count,
      bytes_min: u32,
      bytes_max: u32,
      bytes_med: u32,
      fee_total: u64,
      oldest: count,
      txs_total: u32,
      num_failing: u32,
      num_10m: u32,
      num_not_relayed: u32,
      histo_98pc: count,
      histo: list(obj({ txs: u32, bytes: count }), 1000),
      num_double_spends: u32,
    }),
  },
});

/** Number of waiting transactions of which the node has seen another one that spends the same. */
export const getPoolConflicts: Endpoint<number> = reading(
  pathCall('/get_transaction_pool_stats', { answer: { pool_stats: obj({ num_double_spends: u32 }) } })(),
  ({ pool_stats: { num_double_spends: conflicts } }) => conflicts,
);
