/** get_bans: hosts that the node does not talk to. Upstream: `COMMAND_RPC_GETBANS`. */
import { list, obj, text, u32 } from '../schema.ts';
import { BASE, rpcCall } from './call.ts';

export const getBans = rpcCall('get_bans', {
  admin: true,
  maxBytes: 16 << 20,
  answer: { ...BASE, bans: list(obj({ host: text(), ip: u32, seconds: u32 }), 100_000) },
});
