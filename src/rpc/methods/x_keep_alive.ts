/** x_keep_alive: the user is active: restarts the idle time of the automatic lock. */
import { defineMethod } from '../method.ts';

export default defineMethod({
  name: 'x_keep_alive',
  access: 'app',
  handle: (_params, { session }) => session.touch(),
});
