/**
 * Decides which incoming money is announced. Money found while the chain is being scanned is not: it came long ago.
 * Tests: tests/unit/ui/arrivals.test.ts.
 */
import { amountText } from '../format/format.ts';
import type { Transfer } from '../state/model.ts';

export class Arrivals {
  /** Undefined until the wallet's past is known. */
  #known: Set<string> | undefined;
  /** Blocks below were read in one go. */
  #readTo = 0;

  /** The chain is being read up to this height. */
  reading(target: number): void {
    this.#readTo = target;
  }
  /** The wallet was closed. */
  forget(): readonly string[] {
    this.#known = undefined;
    this.#readTo = 0;
    return [];
  }
  /** The announcement for new entries. */
  look(transfers: readonly Transfer[]): readonly string[] {
    const first = this.#known === undefined;
    const known = (this.#known ??= new Set());
    const news: string[] = [];
    for (const { txid, incoming, kind, height, state, amount } of transfers) {
      if (!incoming || kind !== 'in' || known.has(txid)) continue;
      known.add(txid);
      if (first || (height > 0 && height < this.#readTo)) continue;
      news.push(
        `Received ${amountText(amount)} XMR. ${state === 'waiting' ? 'It waits for a block.' : 'It is in a block.'}`,
      );
    }
    return news;
  }
}
