/**
 * The wallet's tree of outputs: each commit of blocks grows it by their outputs, keeps the paths of own outputs up to date,
 * and compares its root with the one in each block from version 17 on. So no node is asked for a path, which would say which
 * output is ours. Loads on demand, in a build that reads such blocks.
 */
import { equalBytes } from '../../base/bytes.ts';
import { isFault } from '../../base/fault.ts';
import { toHex } from '../../base/hex.ts';
import { refTower } from '../../kernel/ref/ref-tower.ts';
import type { Tower, WideTowerPoint } from '../../kernel/tower.ts';
import type { ScannedRange } from '../../ports/scan-pool.ts';
import type { OutputTree } from '../../protocol/block/types.ts';
import { WITHOUT_RINGS } from '../../protocol/block/known-rules.ts';
import { fastTreeRules, treeOf, wideForm } from '../../protocol/fcmp/fast-tree.ts';
import {
  addBlock,
  emptyCache,
  keepOutputs,
  MAX_CACHED_BLOCKS,
  rollBack,
  type PathCache,
} from '../../protocol/fcmp/path-cache.ts';
import { changedRows, readPathCache } from '../../protocol/fcmp/stored-cache.ts';
import type { Reduced } from '../ledger/reduce-range.ts';
import { isUnknownSpender } from '../ledger/spent-status.ts';
import { hashAt } from '../state/chain.ts';
import { put, remove, type WalletState } from '../state/state.ts';
import type { TreeState } from '../state/records/tree.ts';
import type { Change } from '../state/tables.ts';
import { areLaidOut, blocksOf } from './outputs.ts';

export type WalletTree = PathCache<WideTowerPoint>;
type Stopped = NonNullable<TreeState['stopped']>;
type Kept = WalletTree | 'unreadable' | undefined;

export interface TreeGrower {
  /**
   * Adds to the change what its blocks do to the tree. `ranges`: these blocks, one range after the other; `node`: the
   * address of the node that sent them. Fault node_bad_answer when a transaction does not parse.
   */
  grow(
    state: WalletState,
    ranges: readonly ScannedRange[],
    reduced: Pick<Reduced, 'change' | 'from' | 'detached'>,
    node?: string,
  ): Change;
}

const growers = new WeakMap<object, Promise<TreeGrower>>();

/** The one of a wallet. `loadTower`: absent for the readable arithmetic. */
export function treeGrowerOf(ledger: object, loadTower?: () => Promise<Tower>): Promise<TreeGrower> {
  const known = growers.get(ledger);
  if (known) return known;
  const grower = Promise.resolve(loadTower?.() ?? refTower).then(createTreeGrower);
  growers.set(ledger, grower);
  return grower;
}

export function createTreeGrower(tower: Tower): TreeGrower {
  const rules = fastTreeRules(tower);
  /** The tree of the last commit. Its rows are read again if that failed, or another task wrote meanwhile. */
  let last: { readonly record: TreeState; readonly tree: WalletTree } | undefined;
  const readAgain = createReadAgain();
  return {
    grow: (state, ranges, { change, from: firstOfChange, detached }, node) => {
      if (!change.chain?.append) return change;
      const record = state.tables.treeState.get('');
      const kept = record && last?.record === record ? last.tree : readTree(state);
      const { startHeight, blocks } = ranges.at(-1)!;
      const end = startHeight + blocks.count;
      const from = firstOf(kept, firstOfChange, state.height - detached);
      const start = treeBefore(state, kept, from);
      if ('reason' in start) {
        const without = withoutTree(state, change, { stopped: start, end });
        const id = mayContinue(start, end) ? hashAt(state.chain, start.height) : undefined;
        return id && isReadable(kept) ? readAgain(state, without, { id, node, tree: kept }) : without;
      }
      // A wallet with a tree commits no joined ranges (sync/apply-range.ts).
      if (!areLaidOut(ranges))
        return withoutTree(state, change, { stopped: { height: from, reason: 'blocks_left_out' }, end });

      let tree = start;
      let id = from > 0 ? hashAt(state.chain, from - 1) : undefined;
      let stopped: (Stopped & { readonly reason: 'root_differs' }) | undefined;
      let proves = record?.proves ?? false;
      let changed = change;
      for (const block of blocksOf(ranges, from)) {
        const next = addBlock(tree, block, rules);
        if (block.tree && !isSame(treeOf(next.blocks.at(-1)!.frontier), block.tree)) {
          stopped = { height: block.height, reason: 'root_differs' };
          changed = readAgain(state, change, { id: block.id, node, tree });
          break;
        }
        tree = next;
        id = block.id;
        proves = block.version >= WITHOUT_RINGS;
      }
      tree = keepOutputs(tree, (key) => !isLongSpent(state, key, end));
      const { height, frontier } = tree.blocks.at(-1)!;
      const { layers, root } = treeOf(frontier);
      const next: TreeState = {
        ...(id && { tip: { height, id: toHex(id), layers, root: toHex(root) } }),
        ...(proves && !stopped && { proves }),
        ...(stopped && { stopped }),
      };
      last = { record: next, tree };
      const { puts, deletes } = changedRows(
        isReadable(kept) ? kept : undefined,
        tree,
        state.tables.tree.keys(),
        wideForm,
      );
      return {
        ...changed,
        puts: [
          ...changed.puts,
          ...[...puts].map(([name, row]) => put('tree', name, row)),
          put('treeState', '', next),
        ],
        deletes: [...changed.deletes, ...deletes.map((name) => remove('tree', name))],
      };
    },
  };
}

/**
 * The first block that the tree does not have. Blocks may be read again (sync/read-again.ts) from below the oldest tree
 * that is kept, up to which they are the same. `other`: the first block whose place had another block, or none.
 */
const firstOf = (kept: Kept, from: number, other: number): number =>
  isReadable(kept) ? Math.max(from, Math.min(other, kept.blocks[0]!.height + 1)) : from;

/**
 * A node may have changed outputs below a block with another root, of which pruned transactions show nothing. So those
 * blocks are read again, from each node once.
 */
const createReadAgain = () => {
  /** Nodes that sent such blocks: the id of the block with another root, and their address. */
  const asked = new Set<string>();
  return (
    { tables }: WalletState,
    change: Change,
    about: { readonly id: Uint8Array; readonly node: string | undefined; readonly tree: WalletTree },
  ): Change => {
    const { id, node, tree } = about;
    const request = `${toHex(id)} ${node}`;
    const isAnswer = change.deletes.some(({ table }) => table === 'readAgain');
    const isKnown = asked.has(request);
    asked.add(request);
    if (isAnswer || isKnown) return change;
    const from = Math.min(tables.readAgain.get('') ?? Infinity, tree.blocks[0]!.height + 1);
    return { ...change, puts: [...change.puts, put('readAgain', '', from)] };
  };
};

/**
 * The tree of the block below `from`, or why the wallet has none. Only here is decided where a tree begins: at the genesis
 * block, or where the kept one ends. A wallet that begins to read in the middle of the chain needs the right edge of the
 * tree and the waiting outputs from a node; when upstream's answer for that (`init_tree_sync`) is defined, the tree begins
 * here with it (`startCache` in protocol/fcmp/path-cache.ts).
 */
export function treeBefore(
  { tables, chain }: Pick<WalletState, 'tables' | 'chain'>,
  kept: Kept,
  from: number,
): WalletTree | Stopped {
  if (from === 0) return emptyCache();
  const { tip, stopped } = tables.treeState.get('') ?? {};
  // A reorg that replaces the block with the other root ends the contradiction.
  if (stopped && (!tip || from > stopped.height)) return stopped;
  if (kept === undefined || !tip) return { height: from, reason: 'started_later' };
  if (kept === 'unreadable') return { height: from, reason: kept };
  const mine = hashAt(chain, tip.height);
  if (tip.height < from - 1 || !mine || toHex(mine) !== tip.id)
    return { height: tip.height + 1, reason: 'blocks_left_out' };
  try {
    return rollBack(kept, from - 1);
  } catch (error) {
    if (!isFault(error, 'tree_too_old')) throw error;
    return { height: from, reason: 'reorg' };
  }
}

/** The stored tree; `unreadable` if its rows are damaged or of another version. */
export function readTree({ tables }: Pick<WalletState, 'tables'>): Kept {
  if (!tables.treeState.get('')?.tip) return undefined;
  try {
    return readPathCache(tables.tree, wideForm);
  } catch (error) {
    if (!isFault(error)) throw error;
    return 'unreadable';
  }
}

const isReadable = (kept: Kept): kept is WalletTree => kept !== undefined && kept !== 'unreadable';

/** True as long as the block with another root, or what is below it, may be replaced. */
const mayContinue = ({ height, reason }: Stopped, end: number): boolean =>
  reason === 'root_differs' && end <= height + MAX_CACHED_BLOCKS;

/** Keeps the rows only as long as the tree may go on. */
const withoutTree = (
  { tables }: WalletState,
  change: Change,
  { stopped, end }: { readonly stopped: Stopped; readonly end: number },
): Change => {
  const { tip } = tables.treeState.get('') ?? {};
  const keeps = mayContinue(stopped, end);
  const known = tables.treeState.get('')?.stopped;
  if (known === stopped && (keeps || !tip)) return change;
  return {
    ...change,
    puts: [...change.puts, put('treeState', '', { ...(keeps && tip && { tip }), stopped })],
    deletes: keeps
      ? change.deletes
      : [...change.deletes, ...[...tables.tree.keys()].map((name) => remove('tree', name))],
  };
};

const isSame = (mine: OutputTree, theirs: OutputTree): boolean =>
  mine.layers === theirs.layers && equalBytes(mine.root, theirs.root);

/** Spent so long ago that no reorg makes it unspent; a node's word alone, without the transaction, may be false. */
const isLongSpent = ({ byKey, outputs }: WalletState, key: Uint8Array, end: number): boolean => {
  const outputIndex = byKey.find(key);
  const spent = outputIndex === undefined ? undefined : outputs[outputIndex]!.spent;
  if (!spent || spent.height === 0 || isUnknownSpender(spent.txid)) return false;
  return spent.height < end - MAX_CACHED_BLOCKS;
};
