/** The coins that the next payment spends, as the sheet of Send shows them: all that are marked, and no others. */
import { SvelteSet } from 'svelte/reactivity';
import { CoinList, sumOf, type ListedCoin } from '../../coins/coin-list.svelte.ts';
import type { Session } from '../../state/session.svelte.ts';

export class CoinChoice {
  readonly list: CoinList;
  /** Key images. */
  readonly #picked: SvelteSet<string>;

  /** `before`: key images of the coins that were chosen when the sheet was opened. */
  constructor(session: Session, before: readonly string[]) {
    this.list = new CoinList(session);
    this.#picked = new SvelteSet(before);
  }
  /** This coin can be chosen for a payment now. */
  canPick({ state, keyImage }: ListedCoin): boolean {
    return state === 'spendable' && keyImage !== '';
  }
  isPicked(coin: ListedCoin): boolean {
    return this.canPick(coin) && this.#picked.has(coin.keyImage);
  }
  pick(coin: ListedCoin, on: boolean): void {
    if (on) this.#picked.add(coin.keyImage);
    else this.#picked.delete(coin.keyImage);
  }
  /** The marked coins that can be spent now. */
  get coins(): readonly ListedCoin[] {
    return this.list.coins.filter((coin) => this.isPicked(coin));
  }
  get sum(): bigint {
    return sumOf(this.coins);
  }
  /** Number of addresses at which the marked coins were received. */
  get addresses(): number {
    return new Set(this.coins.map(({ addressIndex }) => addressIndex)).size;
  }
}
