/** The rows of a path cache after a commit. */
import type { CacheRows, RowChanges } from '../../src/protocol/fcmp/stored-cache.ts';

export function applyRows(rows: CacheRows, { puts, deletes }: RowChanges): CacheRows {
  const after = new Map([...rows, ...puts]);
  for (const name of deletes) after.delete(name);
  return after;
}
