/** banned: whether a host is banned, and for how long. Upstream: `COMMAND_RPC_BANNED`. */
import { bool, text, u32 } from '../schema.ts';
import { BASE, rpcCall } from './call.ts';

export const banned = rpcCall('banned', {
  admin: true,
  request: { address: text() },
  answer: { ...BASE, banned: bool, seconds: u32 },
});
