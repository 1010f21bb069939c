/** The newest block that the node told, and whether there is anything to read up to it. */
import { toHex } from '../../base/hex.ts';
import type { ChainTip } from '../../ports/block-source.ts';
import { fault } from '../faults.ts';
import type { HeardTip } from '../spend/node-cache.ts';
import type { WalletState } from '../state/state.ts';
import type { SyncDeps } from './types.ts';

export interface Tips {
  readonly tip: ChainTip | undefined;
  readonly lastHeard: HeardTip | undefined;
  /** Faults: the node's. */
  ask(signal: AbortSignal): Promise<ChainTip>;
}

export function createTips({ blocks, clock }: Pick<SyncDeps, 'blocks' | 'clock'>): Tips {
  let lastHeard: HeardTip | undefined;
  return {
    get tip() {
      return lastHeard?.tip;
    },
    get lastHeard() {
      return lastHeard;
    },
    ask: async (signal) => {
      // The node is looked at before it is asked: when it answers another one may be in use.
      lastHeard = { from: blocks.node, at: clock.now(), tip: await blocks.tip(signal) };
      return lastHeard.tip;
    },
  };
}

/** Whether the chain with this tip has other blocks than the wallet. */
export function needsBlocks(state: WalletState, { height, topHash }: ChainTip): boolean {
  // A node gives nothing after the first block when there is nothing after it, not even that block.
  if (state.height === 0 && height <= 1) return false;
  if (state.height !== height) return true;
  const mine = state.chain.hashes.subarray(-32);
  return toHex(mine) !== toHex(topHash);
}

/** The fault of a node whose chain is shorter than what the wallet has read. */
export function behind({ blocks, ledger }: Pick<SyncDeps, 'blocks' | 'ledger'>, { height }: ChainTip): Error {
  const address = blocks.node?.address ?? '';
  return fault('node_not_synchronised', { address, height, target: ledger.state.height });
}
