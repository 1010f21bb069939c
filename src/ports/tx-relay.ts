import type { KeyImage, TxId } from '../base/brands.ts';

export interface TxRelay {
  /**
   * Sends a transaction to the node, with its sanity checks on. Resolves when the node accepted it or already had it.
   * Faults: `tx_rejected` when the node refused it; `relay_unknown` when it gave any other answer, or none. Every
   * other fault means that no byte of the transaction was sent.
   */
  relay(tx: Uint8Array, txid: TxId, signal?: AbortSignal): Promise<void>;
  /** For each key image 0 unspent, 1 spent in a block, 2 spent in the pool. The node learns which were asked about. */
  keyImagesSpent(keyImages: readonly KeyImage[], signal?: AbortSignal): Promise<readonly (0 | 1 | 2)[]>;
}
