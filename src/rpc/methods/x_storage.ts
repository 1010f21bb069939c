/**
 * x_storage: whether the browser keeps storage persistently, and the wallets that it has lost. `in_memory`: it stores nothing
 * here, so that wallets are lost when the page closes.
 */
import { defineMethod } from '../method.ts';
import { bool, count, listOf, opt, str } from '../schema.ts';

export default defineMethod({
  name: 'x_storage',
  params: {},
  result: { persisted: bool, usage: count, quota: count, missing: listOf(str), in_memory: opt(bool) },
  handle: async (_params, { session }) => {
    const { persisted, usage, quota, vanished, inMemory = false } = await session.files.storageHealth();
    return {
      persisted: persisted ?? false,
      usage: usage ?? 0,
      quota: quota ?? 0,
      missing: vanished.map(({ name }) => name),
      ...(inMemory && { in_memory: true }),
    };
  },
});
