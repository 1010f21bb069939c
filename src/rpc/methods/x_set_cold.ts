/**
 * x_set_cold: takes the open wallet offline so that it can sign for a view-only half, or back online. Scanned data is
 * deleted in both cases.
 */
import { fault } from '../faults.ts';
import { defineMethod } from '../method.ts';
import { bool } from '../schema.ts';

export default defineMethod({
  name: 'x_set_cold',
  params: { enabled: bool },
  result: {},
  handle: async ({ enabled }, { wallet, session }) => {
    if (enabled && !wallet.state.account.spendSecret) throw fault('watch_only');
    await session.keepCold(enabled);
    return {};
  },
});
