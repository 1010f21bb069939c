/**
 * Blocks that are read a second time. Nodes send blocks without what the ids of transactions could be checked with, so a
 * node that lies about the content of a block may stay unnoticed. When any answer of a node is proven false, the blocks
 * read since the wallet was opened (the newest 500 at most) are doubtful: once the node has answered properly for some
 * seconds they are read again, and take the place of what was read before in one commit.
 */
import { isFault } from '../../base/fault.ts';
import type { Clock } from '../../ports/clock.ts';
import { change, put, type Ledger } from '../state/state.ts';

/** Blocks that are read again at most: one answer of a node, 15 MB of usual blocks. */
export const MOST_READ_AGAIN = 500;
/** So long must a node give no false answer before blocks are read again from it. */
const QUIET_MS = 10_000;

export interface ReadAgain {
  /** Blocks from this height on were read. */
  wasRead(from: number): void;
  /** Remembers in the wallet file that blocks are doubtful, if the error is a false answer of a node. */
  note(error: unknown): Promise<void>;
  /** The first height to read again now; undefined: none. */
  due(): number | undefined;
}

/** The record in the file is deleted by the commit that replaces the blocks (ledger/reduce-range.ts). */
export function createReadAgain(ledger: Ledger, clock: Clock): ReadAgain {
  const { state } = ledger;
  let lowestRead = Infinity;
  let lastFalseAnswer = -Infinity;
  return {
    wasRead: (from) => {
      lowestRead = Math.min(lowestRead, from);
    },
    note: async (error) => {
      if (!isFault(error, 'node_bad_answer')) return;
      lastFalseAnswer = clock.now();
      await ledger.commit((current) => {
        const known = current.tables.readAgain.get('') ?? Infinity;
        const from = Math.min(known, lowestRead);
        return from === known ? undefined : change([put('readAgain', '', from)]);
      });
    },
    due: () => {
      const from = state.tables.readAgain.get('');
      // Without the spend key the spends of the wallet's own payments cannot be settled again.
      if (from === undefined || state.settings.background?.away) return undefined;
      if (clock.now() - lastFalseAnswer < QUIET_MS) return undefined;
      const first = Math.max(from, state.chain.base + 1, state.height - MOST_READ_AGAIN);
      return first < state.height ? first : undefined;
    },
  };
}
