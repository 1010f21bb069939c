/** /in_peers: how many peers may come to the node. Upstream: `COMMAND_RPC_IN_PEERS`. */
import { bool, opt, u32 } from '../schema.ts';
import { BASE, pathCall } from './call.ts';

/** With `set: false` it is only asked. The answer says what holds now. */
export const inPeers = pathCall('/in_peers', {
  admin: true,
  request: { in_peers: u32, set: opt(bool) },
  answer: { ...BASE, in_peers: u32 },
});
