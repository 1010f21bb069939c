/**
 * x_node_ban: the user's own node stops talking to a host (address or subnet) for so many seconds; 0 lifts the ban.
 * Faults node_not_own, node_*.
 */
import { defineMethod } from '../method.ts';
import { str, u32 } from '../schema.ts';

export default defineMethod({
  name: 'x_node_ban',
  access: 'app',
  console: { needs: ['address', 'host'] },
  params: { address: str, host: str, seconds: u32 },
  handle: async ({ address, host, seconds }, { session }) =>
    (await session.ownNode(address)).ban(host, seconds),
});
