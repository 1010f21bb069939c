/** x_storage: whether the browser keeps storage persistently, and the wallets that it has lost. */
import { defineMethod } from '../method.ts';
import { bool, count, listOf, str } from '../schema.ts';

export default defineMethod({
  name: 'x_storage',
  params: {},
  result: { persisted: bool, usage: count, quota: count, missing: listOf(str) },
  handle: async (_params, { session }) => {
    const { persisted, usage, quota, vanished } = await session.files.storageHealth();
    return {
      persisted: persisted ?? false,
      usage: usage ?? 0,
      quota: quota ?? 0,
      missing: vanished.map(({ name }) => name),
    };
  },
});
