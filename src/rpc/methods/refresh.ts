/**
 * refresh: scans to the tip once. Blocks below `start_height` that the wallet has not scanned yet are skipped, as by the
 * reference: what they pay or spend is not found until the wallet is scanned again.
 */
import { defineMethod } from '../method.ts';
import { bool, count, def } from '../schema.ts';

export default defineMethod({
  name: 'refresh',
  access: 'app',
  params: { start_height: def(count, 0) },
  result: { blocks_fetched: count, received_money: bool },
  handle: async ({ start_height }, { wallet }) => {
    const { blocksFetched, receivedMoney } = await wallet.sync.refresh(start_height);
    return { blocks_fetched: blocksFetched, received_money: receivedMoney };
  },
});
