/** The tree of outputs in the sync. Its code loads when a build that reads blocks with a tree commits the first ones. */
import { formsOf } from '../../protocol/block/block.ts';
import { KNOWN_RULES } from '../../protocol/block/known-rules.ts';
import type { TreeGrower } from '../tree/grow.ts';
import type { SyncDeps } from './types.ts';

export type LoadTree = () => Promise<TreeGrower>;

/** Undefined in a build that reads no blocks with a tree. */
export function treeLoader({
  ledger,
  rules = KNOWN_RULES,
  loadTower,
}: Pick<SyncDeps, 'ledger' | 'rules' | 'loadTower'>): LoadTree | undefined {
  return formsOf({ majorVersion: rules.reads }) === 'carrot'
    ? async () => (await import('../tree/grow.ts')).treeGrowerOf(ledger, loadTower)
    : undefined;
}
