/** /get_peer_list: peers that the node knows of, tried (white) and untried (gray). Upstream: `COMMAND_RPC_GET_PEER_LIST`. */
import { bool, count, def, list, obj, opt, text, u16, u32, u64 } from '../schema.ts';
import { BASE, pathCall } from './call.ts';

const peer = obj({
  id: u64,
  host: text(),
  ip: u32,
  port: u16,
  rpc_port: def(u16, 0),
  rpc_credits_per_hash: def(u32, 0),
  last_seen: count,
  pruning_seed: def(u32, 0),
});
const MAX_PEERS = 50_000;

export const getPeerList = pathCall('/get_peer_list', {
  admin: true,
  request: { public_only: opt(bool), include_blocked: opt(bool) },
  maxBytes: 16 << 20,
  answer: { ...BASE, white_list: list(peer, MAX_PEERS), gray_list: list(peer, MAX_PEERS) },
});
