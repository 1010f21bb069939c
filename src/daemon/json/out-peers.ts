/** /out_peers: how many peers the node looks for. Upstream: `COMMAND_RPC_OUT_PEERS`. */
import { bool, opt, u32 } from '../schema.ts';
import { BASE, pathCall } from './call.ts';

/** With `set: false` it is only asked. The answer says what holds now. */
export const outPeers = pathCall('/out_peers', {
  admin: true,
  request: { out_peers: u32, set: opt(bool) },
  answer: { ...BASE, out_peers: u32 },
});
