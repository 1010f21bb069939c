/** get_height: number of blocks that the wallet has scanned, at least 1 for the genesis block. */
import { defineMethod } from '../method.ts';
import { count } from '../schema.ts';

export default defineMethod({
  name: 'get_height',
  // No screen: the page uses x_status.
  aliases: ['getheight'],
  access: 'read',
  restricted: true,
  site: { tier: 'identity', whole: true, params: {} },
  result: { height: count },
  handle: (_params, { wallet }) => ({ height: Math.max(1, wallet.state.height) }),
});
