/** /get_net_stats: what the node sent to peers and received from them. Upstream: `COMMAND_RPC_GET_NET_STATS`. */
import { count } from '../schema.ts';
import { BASE, pathCall } from './call.ts';

export const getNetStats = pathCall('/get_net_stats', {
  admin: true,
  answer: {
    ...BASE,
    start_time: count,
    total_packets_in: count,
    total_bytes_in: count,
    total_packets_out: count,
    total_bytes_out: count,
  },
});
