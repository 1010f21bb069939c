/**
 * x_set_node: puts a node first in the list and stores the list; the other nodes and the roles stay. Without a user name
 * the node keeps its stored login; an empty one removes it. An empty address removes all nodes.
 */
import { defineMethod } from '../method.ts';
import { bool, opt, str } from '../schema.ts';

export default defineMethod({
  name: 'x_set_node',
  access: 'app',
  console: { secrets: ['password'] },
  params: { address: str, username: opt(str), password: opt(str), trusted: bool },
  handle: async ({ address, username, password, trusted }, { session }) => {
    const login = username === undefined ? {} : { username, password: password ?? '' };
    await session.preferNode(address === '' ? undefined : { address, trusted, ...login });
  },
});
