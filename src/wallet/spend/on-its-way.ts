/**
 * On a private network the person who pays often mines the next block at once. A node that accepted a transaction
 * relays it a moment later, and only then puts it into blocks (Dandelion++), so this waits for that moment. On public
 * networks the delay does not matter.
 */
import type { TxId } from '../../base/brands.ts';
import { isFault } from '../../base/fault.ts';
import type { BlockSource } from '../../ports/block-source.ts';
import type { Clock } from '../../ports/clock.ts';

const LOOKS = 20;
const PAUSE_MS = 25;

/** Resolves when the node has relayed it, or after half a second. Faults of the node are ignored. */
export async function untilPassedOn(
  { blocks, clock }: { readonly blocks: Pick<BlockSource, 'transactions'>; readonly clock: Clock },
  txid: TxId,
): Promise<void> {
  try {
    for (let look = 0; look < LOOKS; look++) {
      const [found] = await blocks.transactions([txid], { prune: true });
      if (!found || !found.inPool || found.passedOn !== false) return;
      await clock.sleep(PAUSE_MS);
    }
  } catch (error) {
    // The node has the transaction in any case.
    if (!isFault(error)) throw error;
  }
}
