/** auto_refresh: whether and how often the wallet refreshes by itself. */
import { defineMethod } from '../method.ts';
import { bool, def, u32 } from '../schema.ts';

export default defineMethod({
  name: 'auto_refresh',
  // Period 0 means the wallet's default.
  params: { enable: def(bool, true), period: def(u32, 0) },
  result: {},
  handle: ({ enable, period }, { session }) => {
    session.autoRefresh(enable, period || undefined);
    return {};
  },
});
