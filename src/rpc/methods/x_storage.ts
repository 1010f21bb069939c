/**
 * x_storage: whether the browser keeps storage persistently, and the wallets that it has lost. `short`: little space is left.
 * `in_memory`: it stores nothing here, so that wallets are lost when the page closes.
 */
import { defineMethod } from '../method.ts';
import { bool, count, listOf, opt, str } from '../schema.ts';

export default defineMethod({
  name: 'x_storage',
  access: 'read',
  result: {
    persisted: bool,
    usage: count,
    quota: count,
    missing: listOf(str),
    short: opt(bool),
    in_memory: opt(bool),
  },
  handle: async (_params, { session }) => {
    const health = await session.files.storageHealth();
    const { persisted, usage, quota, vanished, short = false, inMemory = false } = health;
    return {
      persisted: persisted ?? false,
      usage: usage ?? 0,
      quota: quota ?? 0,
      missing: [...new Set(vanished.map(({ name }) => name))],
      ...(short && { short: true }),
      ...(inMemory && { in_memory: true }),
    };
  },
});
