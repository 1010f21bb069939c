/** Paths of own outputs in the kept tree, as a membership proof needs them. Nothing is asked of a node. */
import { equalBytes } from '../../base/bytes.ts';
import type { WideTowerPoint } from '../../kernel/tower.ts';
import { toHex } from '../../base/hex.ts';
import { fault } from '../../protocol/fcmp/faults.ts';
import { leafScalars } from '../../protocol/fcmp/output.ts';
import { pathOf, rollBack } from '../../protocol/fcmp/path-cache.ts';
import type { Path } from '../../protocol/fcmp/paths.ts';
import { WIDTHS } from '../../protocol/fcmp/tree-shape.ts';
import { commit } from '../../protocol/rct/amount.ts';
import type { OwnedOutput } from '../state/records/outputs.ts';
import type { WalletState } from '../state/state.ts';
import { readTree, type WalletTree } from './grow.ts';

type TreeOutput = Pick<OwnedOutput, 'key' | 'amount' | 'mask' | 'carrot'>;

/**
 * Finds paths in the tree of the block at `height`: undefined for an output that is not in it. Faults: no_tree;
 * tree_too_old for a block below the oldest kept tree.
 */
export function ownPaths(
  state: Pick<WalletState, 'tables'>,
  height: number,
): (output: TreeOutput) => Path<WideTowerPoint> | undefined {
  const tree = treeAt(state, height);
  return ({ key, amount, mask, carrot }) => {
    const commitment = commit({ amount, mask });
    const leaf = leafScalars({ key, commitment, kind: carrot ? 'carrot' : 'legacy' });
    // Another output may have the same key: the leaf decides.
    for (const [id, own] of tree.own) {
      const path = equalBytes(own.key, key) ? pathOf(tree, id) : undefined;
      const mine = path?.leaves[path.leafIndex % WIDTHS.selene];
      if (leaf && mine?.every((scalar, i) => scalar === leaf[i])) return path;
    }
    return undefined;
  };
}

/** The keys, in hex, of own outputs in the tree of the block at `height`. Faults: no_tree, tree_too_old. */
export function keysInTree(state: Pick<WalletState, 'tables'>, height: number): ReadonlySet<string> {
  const { own } = treeAt(state, height);
  return new Set([...own.values()].flatMap(({ key, leaf }) => (leaf === undefined ? [] : [toHex(key)])));
}

const treeAt = (state: Pick<WalletState, 'tables'>, height: number): WalletTree => {
  const { tip, stopped } = state.tables.treeState.get('') ?? {};
  if (stopped && (!tip || height >= stopped.height)) throw fault('no_tree', stopped);
  const kept = readTree(state);
  if (kept === undefined || kept === 'unreadable') throw fault('no_tree', { height, reason: 'unreadable' });
  return rollBack(kept, height);
};
