/**
 * Waits until a node has relayed a transaction that it accepted. A node relays a moment later, and only then mines it
 * (Dandelion++); on a private network a user often mines the next block at once and expects the payment in it. On
 * public networks this does not matter.
 */
import type { TxId } from '../../base/brands.ts';
import { isFault } from '../../base/fault.ts';
import type { BlockSource } from '../../ports/block-source.ts';
import type { Clock } from '../../ports/clock.ts';

const ATTEMPTS = 20;
const PAUSE_MS = 25;

/** Resolves when the node has relayed the transaction, or after half a second. Ignores faults of the node. */
export async function untilRelayed(
  { blocks, clock }: { readonly blocks: Pick<BlockSource, 'transactions'>; readonly clock: Clock },
  txid: TxId,
): Promise<void> {
  try {
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const [found] = await blocks.transactions([txid], { prune: true });
      if (!found || !found.inPool || found.passedOn !== false) return;
      await clock.sleep(PAUSE_MS);
    }
  } catch (error) {
    // The node has accepted the transaction in any case.
    if (!isFault(error)) throw error;
  }
}
