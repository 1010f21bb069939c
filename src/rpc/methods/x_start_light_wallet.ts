/**
 * x_start_light_wallet: from now on the open wallet stores the transactions that a light-wallet server reports of it: those that
 * pay it or may spend its outputs. A wallet that has read blocks reads them again.
 */
import { defineMethod } from '../method.ts';

export default defineMethod({
  name: 'x_start_light_wallet',
  // No screen: the wallet server calls it for each account of its light-wallet server.
  access: 'app',
  console: { warning: 'rescans' },
  handle: async (_params, { session, wallet }) => {
    const light = await wallet.light();
    if (await light.start()) await session.rescan(false);
  },
});
