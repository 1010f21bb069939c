/**
 * x_set_cold: makes the open wallet cold (offline, signs for a view-only wallet) or ordinary again. Both delete the
 * scanned data.
 */
import { fault } from '../faults.ts';
import { defineMethod } from '../method.ts';
import { bool } from '../schema.ts';

export default defineMethod({
  name: 'x_set_cold',
  access: 'change',
  console: { warning: 'removes_history', password: true, otherWallet: true },
  params: { enabled: bool },
  handle: async ({ enabled }, { wallet, session }) => {
    if (enabled && !wallet.state.account.spendSecret) throw fault('watch_only');
    await session.keepCold(enabled);
  },
});
