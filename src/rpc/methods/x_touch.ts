/** x_touch: the person is there. */
import { defineMethod } from '../method.ts';

export default defineMethod({
  name: 'x_touch',
  params: {},
  result: {},
  handle: (_params, { session }) => {
    session.touch();
    return {};
  },
});
