/** The node's newest block, and whether the wallet must read blocks up to it. */
import { toHex } from '../../base/hex.ts';
import type { ChainTip } from '../../ports/block-source.ts';
import { fault } from '../faults.ts';
import type { FetchedTip } from '../spend/node-cache.ts';
import type { WalletState } from '../state/state.ts';
import type { SyncDeps } from './types.ts';

export interface Tips {
  readonly tip: ChainTip | undefined;
  readonly lastTip: FetchedTip | undefined;
  /** Asks the node for its tip. `maxAgeMs`: as in BlockSource. Faults: the node's. */
  ask(signal: AbortSignal, maxAgeMs?: number): Promise<ChainTip>;
}

export function createTips({ blocks, clock }: Pick<SyncDeps, 'blocks' | 'clock'>): Tips {
  let lastTip: FetchedTip | undefined;
  return {
    get tip() {
      return lastTip?.tip;
    },
    get lastTip() {
      return lastTip;
    },
    ask: async (signal, maxAgeMs = 0) => {
      // `blocks.node` is read before the request: another node may be in use when the answer arrives.
      const [from, at] = [blocks.node, clock.now() - maxAgeMs];
      lastTip = { from, at, tip: await blocks.tip(signal, maxAgeMs) };
      return lastTip.tip;
    },
  };
}

/** True if the chain with this tip has blocks that the wallet does not have. */
export function needsBlocks(state: WalletState, { height, topHash }: ChainTip): boolean {
  // A node with only the first block sends none at all.
  if (state.height === 0 && height <= 1) return false;
  if (state.height !== height) return true;
  const mine = state.chain.hashes.subarray(-32);
  return toHex(mine) !== toHex(topHash);
}

/** Fault node_not_synchronised: the node's chain is shorter than the wallet's. */
export function behind({ blocks, ledger }: Pick<SyncDeps, 'blocks' | 'ledger'>, { height }: ChainTip): Error {
  const address = blocks.node?.address ?? '';
  return fault('node_not_synchronised', { address, height, target: ledger.state.height });
}
