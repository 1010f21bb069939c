/** set_log_level: sets how much the server of `npm run wallet-rpc` logs. */
import { fault } from '../faults.ts';
import { categoriesOfLevel } from '../log.ts';
import { defineMethod } from '../method.ts';
import { i64 } from '../schema.ts';

export default defineMethod({
  name: 'set_log_level',
  // No screen: the log of the wallet server.
  access: 'app',
  console: { needs: ['level'] },
  params: { level: i64 },
  handle: ({ level }, { session }) => {
    const categories = categoriesOfLevel(level);
    if (categories === undefined) throw fault('bad_log_level', { level });
    session.setLog(categories);
  },
});
