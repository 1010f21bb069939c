/** get_connections: the peers that the node is connected to. Upstream: `COMMAND_RPC_GET_CONNECTIONS`. */
import { list } from '../schema.ts';
import { BASE, rpcCall } from './call.ts';
import { connection, MAX_CONNECTIONS } from './common.ts';

export const getConnections = rpcCall('get_connections', {
  admin: true,
  maxBytes: 16 << 20,
  answer: { ...BASE, connections: list(connection, MAX_CONNECTIONS) },
});
