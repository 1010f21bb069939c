/** flush_cache: forgets which blocks were found bad. Upstream: `COMMAND_RPC_FLUSH_CACHE`. */
import { bool, opt } from '../schema.ts';
import { BASE, rpcCall } from './call.ts';

/** Nodes since 0.18 have no `bad_txs` and ignore it. */
export const flushCache = rpcCall('flush_cache', {
  admin: true,
  request: { bad_txs: opt(bool), bad_blocks: opt(bool) },
  answer: BASE,
});
