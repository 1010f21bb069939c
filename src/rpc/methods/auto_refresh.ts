/** auto_refresh: switches automatic refreshing on or off, and sets its interval in seconds. */
import { defineMethod } from '../method.ts';
import { bool, def, u32 } from '../schema.ts';

export default defineMethod({
  name: 'auto_refresh',
  // No screen: an open wallet of the page always follows the chain.
  access: 'app',
  // Period 0 means the wallet's default.
  params: { enable: def(bool, true), period: def(u32, 0) },
  handle: ({ enable, period }, { session }) => session.autoRefresh(enable, period || undefined),
});
