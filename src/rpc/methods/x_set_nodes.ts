/**
 * x_set_nodes: sets and stores the nodes and their roles. `nodes`: in the order in which the wallet reads from them.
 * `send`: address of the node that gets transactions, empty for the one that the wallet reads from. `compare`: address of
 * a node that is only compared with, empty for none. A node without a password keeps the stored one of its address and
 * user name. `kind`: `relay` for the command `ostro --relay`, absent for a node. Faults bad_node_address, bad_node_list.
 */
import { defineMethod } from '../method.ts';
import { bool, listOf, obj, oneOf, opt, str } from '../schema.ts';

export default defineMethod({
  name: 'x_set_nodes',
  access: 'app',
  console: { secrets: ['password'] },
  params: {
    nodes: listOf(
      obj({
        address: str,
        trusted: bool,
        username: opt(str),
        password: opt(str),
        kind: opt(oneOf('relay')),
      }),
    ),
    send: str,
    compare: str,
  },
  handle: async ({ nodes, send, compare }, { session }) => {
    const settings = nodes.map(({ address, trusted, username, password, kind }) => ({
      address,
      trusted,
      ...(kind && { kind }),
      ...(username && { username, ...(password !== undefined && { password }) }),
    }));
    await session.editNodes({ nodes: settings, send, compare });
  },
});
