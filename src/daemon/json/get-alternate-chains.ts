/** get_alternate_chains: forks that the node knows. Upstream: `COMMAND_RPC_GET_ALTERNATE_CHAINS`. */
import { count, hash, hashOrEmpty, list, obj } from '../schema.ts';
import { BASE, height, rpcCall } from './call.ts';
import { DIFFICULTY } from './common.ts';

const MAX_CHAINS = 10_000;
const MAX_BLOCKS = 100_000;

export const getAlternateChains = rpcCall('get_alternate_chains', {
  admin: true,
  maxBytes: 16 << 20,
  answer: {
    ...BASE,
    chains: list(
      obj({
        block_hash: hash,
        height,
        length: count,
        ...DIFFICULTY,
        block_hashes: list(hash, MAX_BLOCKS),
        main_chain_parent_block: hashOrEmpty,
      }),
      MAX_CHAINS,
    ),
  },
});
