/**
 * Decides which incoming money is announced. Money found while old blocks are scanned is not: it arrived long ago.
 * Tests: tests/unit/ui/arrivals.test.ts.
 */
import { amountText } from '../format/format.ts';
import type { Transfer } from '../state/model.ts';

export class Arrivals {
  /** Transfers that came later; undefined until the newest page of the history has been loaded. */
  #known: Set<string> | undefined;
  /** Blocks below this height were known at the first look, or were scanned in one go. */
  #readTo = 0;

  /** The wallet is scanning up to this height. */
  reading(target: number): void {
    this.#readTo = Math.max(this.#readTo, target);
  }
  /** Call it when the wallet was closed. */
  forget(): readonly string[] {
    this.#known = undefined;
    this.#readTo = 0;
    return [];
  }
  /**
   * The announcements for new entries; `height`: number of known blocks. Older entries may follow later. `hidden`: amounts
   * are hidden.
   */
  newTexts(transfers: readonly Transfer[], height: number, hidden = false): readonly string[] {
    const first = this.#known === undefined;
    const known = (this.#known ??= new Set());
    if (first) this.reading(height);
    // A transaction may pay several addresses and accounts of the wallet.
    const sums = new Map<string, { readonly amount: bigint; readonly state: Transfer['state'] }>();
    for (const { txid, incoming, kind, height: mined, state, amount } of transfers) {
      if (!incoming || kind !== 'in' || (mined > 0 && mined < this.#readTo) || known.has(txid)) continue;
      sums.set(txid, { state, amount: amount + (sums.get(txid)?.amount ?? 0n) });
    }
    for (const txid of sums.keys()) known.add(txid);
    if (first) return [];
    return [...sums.values()].map(({ amount, state }) => {
      const block = state === 'waiting' ? 'It waits for a block.' : 'It is in a block.';
      return hidden ? `Money was received. ${block}` : `Received ${amountText(amount)} XMR. ${block}`;
    });
  }
}
