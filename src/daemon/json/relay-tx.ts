/** relay_tx: relays transactions of the node's pool once more. Upstream: `COMMAND_RPC_RELAY_TX`. */
import { hash, list } from '../schema.ts';
import { ACCESS, rpcCall } from './call.ts';

/** A transaction that is not in the pool is says_error. */
export const relayTx = rpcCall('relay_tx', {
  admin: true,
  request: { txids: list(hash, 10_000) },
  answer: ACCESS,
});
