/** x_keep_alive: the person is there. */
import { defineMethod } from '../method.ts';

export default defineMethod({
  name: 'x_keep_alive',
  params: {},
  result: {},
  handle: (_params, { session }) => {
    session.touch();
    return {};
  },
});
