/**
 * x_node_log: sets how much the user's own node writes to its log: a level from 0 to 4, or categories
 * (`category:LEVEL,…`), of which the answer says those that hold now. Faults node_not_own, bad_log_level, node_*.
 */
import { fault } from '../faults.ts';
import { defineMethod } from '../method.ts';
import { opt, str, u32 } from '../schema.ts';

export default defineMethod({
  name: 'x_node_log',
  access: 'read',
  console: { needs: ['address'] },
  params: { address: str, level: opt(u32), categories: opt(str) },
  result: { categories: opt(str) },
  handle: async ({ address, level, categories }, { session }) => {
    const node = await session.ownNode(address);
    if (level !== undefined && level > 4) throw fault('bad_log_level', { level });
    if (level !== undefined) await node.setLogLevel(level);
    return { categories: categories === undefined ? undefined : await node.setLogCategories(categories) };
  },
});
