/** sync_info: peers and the blocks that are on their way from them. Upstream: `COMMAND_RPC_SYNC_INFO`. */
import { count, hex, list, obj, text, u32 } from '../schema.ts';
import { ACCESS, height, rpcCall } from './call.ts';
import { connection, MAX_CONNECTIONS } from './common.ts';

const MAX_SPANS = 100_000;

/** `overview`, a character per span: `.` asked for, `o` received, `m` received and next. */
export const syncInfo = rpcCall('sync_info', {
  admin: true,
  maxBytes: 32 << 20,
  answer: {
    ...ACCESS,
    height,
    target_height: height,
    next_needed_pruning_seed: u32,
    peers: list(obj({ info: connection }), MAX_CONNECTIONS),
    spans: list(
      obj({
        start_block_height: height,
        nblocks: count,
        connection_id: hex(16),
        rate: u32,
        speed: u32,
        size: count,
        remote_address: text(),
      }),
      MAX_SPANS,
    ),
    overview: text(10 * MAX_SPANS),
  },
});
