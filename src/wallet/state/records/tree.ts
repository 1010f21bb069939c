/** The wallet's part of the tree of outputs (wallet/tree). Heights are block heights. */

/**
 * Why the wallet has no tree from a block on. started_later: it began to read above the genesis block, and no node may be
 * asked for the tree yet. blocks_left_out: blocks were read without it, as newest-first.ts and builds that do not know the
 * tree do. root_differs: the block contains another root, so a node lied or the wallet is wrong. reorg: a reorg went
 * below the oldest tree that is kept. unreadable: the stored rows cannot be read.
 */
export type TreeStop = 'started_later' | 'blocks_left_out' | 'root_differs' | 'reorg' | 'unreadable';

export interface TreeState {
  /** The newest block whose tree is kept: its rows are in the table `tree`. */
  readonly tip?: {
    readonly height: number;
    /** In hex, as the root. */
    readonly id: string;
    /** The tree, as the block contains it from version 17 on. */
    readonly layers: number;
    readonly root: string;
  };
  /** The newest block is of a version without rings: outputs of both eras are spent by membership proofs. */
  readonly proves?: true;
  /** The first block without a tree, and why. */
  readonly stopped?: { readonly height: number; readonly reason: TreeStop };
}
