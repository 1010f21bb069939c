/** refresh: scans to the tip once. */
import { defineMethod } from '../method.ts';
import { bool, count, def } from '../schema.ts';

export default defineMethod({
  name: 'refresh',
  params: { start_height: def(count, 0) },
  result: { blocks_fetched: count, received_money: bool },
  handle: async ({ start_height }, { wallet }) => {
    const { blocksFetched, receivedMoney } = await wallet.sync.refresh(start_height);
    return { blocks_fetched: blocksFetched, received_money: receivedMoney };
  },
});
