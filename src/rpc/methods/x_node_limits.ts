/**
 * x_node_limits: sets those limits of the user's own node that are given: kB per second from and to other nodes (-1
 * restores the default), and numbers of connections. Faults node_not_own, node_*.
 */
import { defineMethod } from '../method.ts';
import { i64, opt, str, u32 } from '../schema.ts';

export default defineMethod({
  name: 'x_node_limits',
  access: 'read',
  console: { needs: ['address'] },
  params: {
    address: str,
    down: opt(i64),
    up: opt(i64),
    max_outgoing: opt(u32),
    max_incoming: opt(u32),
  },
  handle: async ({ address, down, up, max_outgoing, max_incoming }, { session }) => {
    const limits = { down, up, maxOutgoing: max_outgoing, maxIncoming: max_incoming };
    await (await session.ownNode(address)).setLimits(limits);
  },
});
