/**
 * get_output_distribution: number of outputs of an amount in each block. Upstream: `COMMAND_RPC_GET_OUTPUT_DISTRIBUTION`.
 * As bytes inside JSON (`binary`) no JSON reader could take it, so it is asked for in numbers.
 */
import { MAX_OUTPUT_INDEX } from '../limits.ts';
import { bool, list, obj, opt, u64, upTo } from '../schema.ts';
import { ACCESS, height, rpcCall } from './call.ts';

/** Twenty years. */
const MAX_BLOCKS = 6_000_000;
const outputs = upTo(MAX_OUTPUT_INDEX);

/** `base` is the number before `start_height`. A restricted node answers for amount 0 (RingCT) only. */
export const getOutputDistribution = rpcCall('get_output_distribution', {
  request: {
    amounts: list(u64, 1000),
    from_height: opt(height),
    to_height: opt(height),
    cumulative: opt(bool),
  },
  params: (request) => ({ ...request, binary: false, compress: false }),
  maxBytes: 96 << 20,
  seconds: 60,
  answer: {
    ...ACCESS,
    distributions: list(
      obj({
        amount: u64,
        start_height: height,
        binary: bool,
        compress: bool,
        distribution: list(outputs, MAX_BLOCKS),
        base: outputs,
      }),
      1000,
    ),
  },
});
