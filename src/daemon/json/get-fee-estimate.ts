/** get_fee_estimate: the four fee levels. Upstream: `COMMAND_RPC_GET_BASE_FEE_ESTIMATE`. */
import type { FeeEstimate } from '../../ports/fee-source.ts';
import { reading, type Endpoint } from '../ask.ts';
import { badAnswer } from '../faults.ts';
import { count, def, list, opt, u64 } from '../schema.ts';
import { ACCESS, rpcCall } from './call.ts';

/** Number of blocks for which the fee should suffice (`FEE_ESTIMATE_GRACE_BLOCKS`, src/wallet/wallet2.cpp). */
const GRACE_BLOCKS = 10;
const MAX_LEVELS = 16;
const LEVELS = { fees: list(u64, MAX_LEVELS), quantization_mask: def(u64, 1n) };

/** `fee` is the first of `fees`, in atomic units per byte; the reference asks with 10 `grace_blocks`. */
export const getFeeEstimate = rpcCall('get_fee_estimate', {
  request: { grace_blocks: opt(count) },
  answer: { ...ACCESS, fee: u64, ...LEVELS },
});

export const getFeeLevels: Endpoint<FeeEstimate> = reading(
  rpcCall('get_fee_estimate', { request: { grace_blocks: count }, answer: LEVELS })({
    grace_blocks: GRACE_BLOCKS,
  }),
  ({ fees, quantization_mask: quantizationMask }) => {
    const [slow, normal, fast, fastest] = fees;
    if (slow === undefined || normal === undefined || fast === undefined || fastest === undefined)
      throw badAnswer('fewer than four fee levels');
    if (slow === 0n || slow > normal || normal > fast || fast > fastest)
      throw badAnswer('fee levels out of order');
    if (quantizationMask === 0n) throw badAnswer('a quantization mask of 0');
    return { fees: [slow, normal, fast, fastest], quantizationMask };
  },
);
