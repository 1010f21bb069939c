/**
 * On a network of one's own whoever pays often mines the next block himself, at once. A node that took a transaction
 * passes it on a moment later, and only then puts it into blocks (Dandelion++): that moment is waited for. Elsewhere
 * nobody could tell the difference.
 */
import { isFault } from '../../base/fault.ts';
import type { BlockSource } from '../../ports/block-source.ts';
import type { Clock } from '../../ports/clock.ts';

const LOOKS = 20;
const PAUSE_MS = 25;

/** Resolves when the node has passed it on, or after half a second. Never rejects for what the node says. */
export async function untilPassedOn(
  { blocks, clock }: { readonly blocks: Pick<BlockSource, 'transactions'>; readonly clock: Clock },
  txid: Uint8Array,
): Promise<void> {
  try {
    for (let look = 0; look < LOOKS; look++) {
      const [found] = await blocks.transactions([txid], { prune: true });
      if (!found || !found.inPool || found.passedOn !== false) return;
      await clock.sleep(PAUSE_MS);
    }
  } catch (error) {
    // The node has it, whatever it says now.
    if (!isFault(error)) throw error;
  }
}
