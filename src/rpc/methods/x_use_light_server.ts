/**
 * x_use_light_server: gives a light-wallet server the main address and the view key, for ever, and tells balances and history as it names
 * them, instead of reading blocks (docs/light-wallet.md). Faults bad_node_address, watch_only.
 */
import { defineMethod } from '../method.ts';
import { str } from '../schema.ts';

export default defineMethod({
  name: 'x_use_light_server',
  access: 'app',
  console: { warning: 'gives_view_key', needs: ['address'] },
  params: { address: str },
  handle: async ({ address }, { session, wallet }) => {
    await session.world.chain.lightServer({ address });
    await (await wallet.lightServer()).use(address);
  },
});
