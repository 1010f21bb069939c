/** get_default_fee_priority: the level that priority 0 means now. */
import { defineMethod } from '../method.ts';
import { u32 } from '../schema.ts';

export default defineMethod({
  name: 'get_default_fee_priority',
  // No screen: the page uses x_preview, which has the fee of each level.
  access: 'read',
  restricted: true,
  result: { priority: u32 },
  errors: { node: [-1, 'Failed to get adjusted fee priority'] },
  handle: async (_params, { wallet }) => ({ priority: await wallet.payments.usualPriority() }),
});
