/** store: everything is on the disk already; folds the journal, so that what was erased is gone from it too. */
import { defineMethod } from '../method.ts';

export default defineMethod({
  name: 'store',
  params: {},
  result: {},
  handle: async (_params, { session }) => {
    await session.save();
    return {};
  },
});
