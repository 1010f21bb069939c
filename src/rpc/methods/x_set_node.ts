/** x_set_node: sets and stores the node; an empty address means none. */
import { defineMethod } from '../method.ts';
import { bool, opt, str } from '../schema.ts';

export default defineMethod({
  name: 'x_set_node',
  params: { address: str, username: opt(str), password: opt(str), trusted: bool },
  result: {},
  handle: async ({ address, username, password, trusted }, { session }) => {
    const login = username ? { username, password: password ?? '' } : {};
    await session.useNode(address === '' ? undefined : { address, trusted, ...login });
    return {};
  },
});
