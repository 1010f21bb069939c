/** get_fee_estimate: the four fee levels. Upstream: `COMMAND_RPC_GET_BASE_FEE_ESTIMATE`. */
import type { FeeEstimate } from '../../ports/fee-source.ts';
import type { Endpoint } from '../ask.ts';
import { badAnswer } from '../faults.ts';
import { rpcCall } from './call.ts';

/** Number of blocks for which the fee should suffice (`FEE_ESTIMATE_GRACE_BLOCKS`, src/wallet/wallet2.cpp). */
const GRACE_BLOCKS = 10;
const MAX_LEVELS = 16;

export const getFeeEstimate: Endpoint<FeeEstimate> = rpcCall('get_fee_estimate', {
  params: { grace_blocks: GRACE_BLOCKS },
  read: (answer) => {
    const [slow, normal, fast, fastest] = answer.u64s('fees', MAX_LEVELS);
    if (slow === undefined || normal === undefined || fast === undefined || fastest === undefined)
      throw badAnswer('fewer than four fee levels');
    const quantizationMask = answer.u64('quantization_mask', 1n);
    if (slow === 0n || slow > normal || normal > fast || fast > fastest)
      throw badAnswer('fee levels out of order');
    if (quantizationMask === 0n) throw badAnswer('a quantization mask of 0');
    return { fees: [slow, normal, fast, fastest], quantizationMask };
  },
});
