/**
 * x_set_cold: keeps the open wallet away from the chain so that it can sign for a watching half, or leads it back. What it
 * knew of the chain is forgotten both ways.
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
