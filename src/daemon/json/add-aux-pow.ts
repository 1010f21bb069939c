/** add_aux_pow: puts the hashes of merge-mined chains into a block template. Upstream: `COMMAND_RPC_ADD_AUX_POW`. */
import { MAX_BLOCK_BYTES } from '../limits.ts';
import { hash, hex, list, obj, u32 } from '../schema.ts';
import { BASE, rpcCall } from './call.ts';

const chains = list(obj({ id: hash, hash }), 1000);

/** A restricted node accepts ten chains. */
export const addAuxPow = rpcCall('add_aux_pow', {
  request: { blocktemplate_blob: hex(MAX_BLOCK_BYTES), aux_pow: chains },
  maxBytes: 4 * MAX_BLOCK_BYTES,
  answer: {
    ...BASE,
    blocktemplate_blob: hex(MAX_BLOCK_BYTES),
    blockhashing_blob: hex(MAX_BLOCK_BYTES),
    merkle_root: hash,
    merkle_tree_depth: u32,
    aux_pow: chains,
  },
});
