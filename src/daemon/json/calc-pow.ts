/** calc_pow: the proof-of-work hash of a block's hashing blob. Upstream: `COMMAND_RPC_CALCPOW`. */
import { MAX_BLOCK_BYTES } from '../limits.ts';
import { hash, hashOrEmpty, hex, u8 } from '../schema.ts';
import { bareCall, height, LONG_TIMEOUT } from './call.ts';

/** `seed_hash` may be empty: the node then takes that of its own chain. */
export const calcPow = bareCall('calc_pow', {
  admin: true,
  request: { major_version: u8, height, block_blob: hex(MAX_BLOCK_BYTES), seed_hash: hashOrEmpty },
  seconds: LONG_TIMEOUT,
  answer: hash,
});
