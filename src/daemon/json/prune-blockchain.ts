/** prune_blockchain: drops most proofs of old transactions, or asks whether it was done. `COMMAND_RPC_PRUNE_BLOCKCHAIN`. */
import { bool, opt, u32 } from '../schema.ts';
import { BASE, rpcCall } from './call.ts';

/** With `check` nothing is pruned. Pruning the real chain takes an hour or more; the node answers when it is done. */
export const pruneBlockchain = rpcCall('prune_blockchain', {
  admin: true,
  request: { check: opt(bool) },
  seconds: 4 * 3600,
  idempotent: false,
  answer: { ...BASE, pruned: bool, pruning_seed: u32 },
});
