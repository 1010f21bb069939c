/** set_bans: bans hosts, or lifts their bans. Upstream: `COMMAND_RPC_SETBANS`. */
import { bool, list, obj, opt, text, u32 } from '../schema.ts';
import { BASE, rpcCall } from './call.ts';

/** A ban names a host (address or subnet), or an IPv4 address as an integer. */
export const setBans = rpcCall('set_bans', {
  admin: true,
  request: {
    bans: list(obj({ host: opt(text()), ip: opt(u32), ban: bool, seconds: u32 }), 10_000),
  },
  answer: BASE,
});
