/** get_output_histogram: how many outputs of an amount exist. Upstream: `COMMAND_RPC_GET_OUTPUT_HISTOGRAM`. */
import { bool, count, list, obj, opt, u64 } from '../schema.ts';
import { ACCESS, rpcCall } from './call.ts';

const MAX_AMOUNTS = 1_000_000;

/** RingCT outputs count as amount 0. Without amounts: all of the chain, which a restricted node refuses. */
export const getOutputHistogram = rpcCall('get_output_histogram', {
  request: {
    amounts: list(u64, MAX_AMOUNTS),
    min_count: opt(count),
    max_count: opt(count),
    unlocked: opt(bool),
    recent_cutoff: opt(count),
  },
  maxBytes: 64 << 20,
  seconds: 60,
  answer: {
    ...ACCESS,
    histogram: list(
      obj({ amount: u64, total_instances: count, unlocked_instances: count, recent_instances: count }),
      MAX_AMOUNTS,
    ),
  },
});
