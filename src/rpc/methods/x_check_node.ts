/** x_check_node: asks a node for its status without using it. Faults node_*. */
import { defineMethod } from '../method.ts';
import { bool, count, opt, str } from '../schema.ts';

export default defineMethod({
  name: 'x_check_node',
  params: { address: str, username: opt(str), password: opt(str) },
  result: {
    height: count,
    target_height: count,
    synchronized: bool,
    network: str,
    devnet: bool,
    version: str,
    milliseconds: count,
  },
  handle: async ({ address, username, password }, { session }) => {
    const login = username ? { username, password: password ?? '' } : {};
    const { tip, ms } = await session.world.chain.check({ address, ...login });
    return {
      height: tip.height,
      target_height: tip.targetHeight,
      synchronized: tip.synchronized,
      network: tip.network,
      devnet: tip.devnet,
      version: tip.version,
      milliseconds: Math.round(ms),
    };
  },
});
