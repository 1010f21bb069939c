/** x_fee_levels: fee per byte at the three levels that the page offers. */
import { rateOf } from '../../wallet/without-wallet.ts';
import { defineMethod } from '../method.ts';
import { listOf, obj, u32, u64 } from '../schema.ts';

const LEVELS = [1, 2, 3] as const;

export default defineMethod({
  name: 'x_fee_levels',
  // No screen: the page uses x_preview, which has the fee of each level.
  access: 'read',
  result: { levels: listOf(obj({ priority: u32, fee_per_byte: u64 })), quantization_mask: u64 },
  handle: async (_params, { session }) => {
    // Uses the open wallet's cache, so that a payment pays the same rates.
    const fees = session.open?.payments ?? session.world.chain;
    const estimate = await fees.feeEstimate();
    return {
      levels: LEVELS.map((priority) => ({ priority, fee_per_byte: rateOf(estimate, priority).perByte })),
      quantization_mask: estimate.quantizationMask,
    };
  },
});
