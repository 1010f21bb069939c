/** get_height: how many blocks the wallet knows; the first is known before any node was asked. */
import { defineMethod } from '../method.ts';
import { count } from '../schema.ts';

export default defineMethod({
  name: 'get_height',
  aliases: ['getheight'],
  restricted: true,
  params: {},
  result: { height: count },
  handle: (_params, { wallet }) => ({ height: Math.max(1, wallet.state.height) }),
});
