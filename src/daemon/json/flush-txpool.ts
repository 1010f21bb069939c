/** flush_txpool: drops transactions from the node's pool. Upstream: `COMMAND_RPC_FLUSH_TRANSACTION_POOL`. */
import { hash, list } from '../schema.ts';
import { BASE, rpcCall } from './call.ts';

/** Without ids: the whole pool. */
export const flushTxpool = rpcCall('flush_txpool', {
  admin: true,
  request: { txids: list(hash, 10_000) },
  answer: BASE,
});
