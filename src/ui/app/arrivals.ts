/**
 * Decides which incoming money is announced. Money found while old blocks are scanned is not: it arrived long ago.
 * Tests: tests/unit/ui/arrivals.test.ts.
 */
import { amountText } from '../format/format.ts';
import type { Transfer } from '../state/model.ts';

export class Arrivals {
  /** Undefined until the history has been loaded once. */
  #known: Set<string> | undefined;
  /** Blocks below this height were scanned in one go. */
  #readTo = 0;

  /** The wallet is scanning up to this height. */
  reading(target: number): void {
    this.#readTo = target;
  }
  /** Call it when the wallet was closed. */
  forget(): readonly string[] {
    this.#known = undefined;
    this.#readTo = 0;
    return [];
  }
  /** The announcements for new entries. */
  look(transfers: readonly Transfer[]): readonly string[] {
    const first = this.#known === undefined;
    const known = (this.#known ??= new Set());
    const announcements: string[] = [];
    for (const { txid, incoming, kind, height, state, amount } of transfers) {
      if (!incoming || kind !== 'in' || known.has(txid)) continue;
      known.add(txid);
      if (first || (height > 0 && height < this.#readTo)) continue;
      announcements.push(
        `Received ${amountText(amount)} XMR. ${state === 'waiting' ? 'It waits for a block.' : 'It is in a block.'}`,
      );
    }
    return announcements;
  }
}
