/**
 * Decides which blocks to read a second time. Nodes send pruned transactions, whose ids cannot be recomputed, so a
 * node can lie about the content of a block without being noticed. When an answer of a node is proven false, the
 * blocks read since the wallet was opened (at most the newest 500) are doubtful. Once the node has given no false
 * answer for some seconds, the wallet reads them again, and one commit replaces what it read before.
 */
import { isFault, type Fault } from '../../base/fault.ts';
import type { Clock } from '../../ports/clock.ts';
import { change, put, type Ledger } from '../state/state.ts';

/** Most blocks to read again: one answer of a node, 15 MB of usual blocks. */
export const MOST_READ_AGAIN = 500;
/** Milliseconds without a false answer before blocks are read again. */
const QUIET_MS = 10_000;

export interface ReadAgain {
  /** Notes that the blocks from this height on were read. */
  wasRead(from: number): void;
  /** If the error is a false answer of a node, records in the wallet file that blocks are doubtful. */
  note(error: unknown): Promise<void>;
  /** The first height to read again now; undefined when there is none. */
  due(): number | undefined;
}

/** The blocks of a relay that lied are given up already (ledger/relayed.ts). */
const isRelayLie = ({ data }: Fault): boolean => (data as { readonly kind?: string }).kind === 'relay';

/** The commit that replaces the blocks deletes the record (ledger/reduce-range.ts). */
export function createReadAgain(ledger: Ledger, clock: Clock): ReadAgain {
  const { state } = ledger;
  let lowestRead = Infinity;
  let lastFalseAnswer = -Infinity;
  return {
    wasRead: (from) => {
      lowestRead = Math.min(lowestRead, from);
    },
    note: async (error) => {
      if (!isFault(error, 'node_bad_answer') || isRelayLie(error)) return;
      lastFalseAnswer = clock.now();
      await ledger.commit((current) => {
        const known = current.tables.readAgain.get('') ?? Infinity;
        const from = Math.min(known, lowestRead);
        return from === known ? undefined : change([put('readAgain', '', from)]);
      });
    },
    due: () => {
      const from = state.tables.readAgain.get('');
      // Without the spend key the wallet cannot find the spends of its own payments again.
      if (from === undefined || state.settings.background?.away) return undefined;
      if (Math.abs(clock.now() - lastFalseAnswer) < QUIET_MS) return undefined;
      const first = Math.max(from, state.chain.base + 1, state.height - MOST_READ_AGAIN);
      return first < state.height ? first : undefined;
    },
  };
}
