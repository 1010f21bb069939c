/** store: everything is on the disk already; folds the journal, so that erased data is removed from it. */
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
