/** The field for money of the person's currency beside an amount of XMR, which it makes by the rate. */
import { fieldAmount } from '../format/format.ts';
import type { Rates } from '../state/rates.svelte.ts';
import { readAmount } from './typed-amount.ts';

export const OLD_RATE =
  'The rate is old, so an amount is not converted by it. Get a new one in Settings, “Value in your currency”.';

interface Typed {
  readonly text: string;
  readonly currency: string;
  /** The amount of XMR after it was typed. */
  readonly amountText: string;
  readonly fault: string;
}

export class MoneyInput {
  #typed = $state.raw<Typed>();
  readonly #rates: Rates;

  constructor(rates: Rates) {
    this.#rates = rates;
  }
  /** The money as typed; or the worth of the amount, if that was typed as XMR, or in another currency. */
  shown(amountText: string): string {
    const typed = this.#typedFor(amountText);
    return typed ? typed.text : this.#rates.moneyFor(readAmount(amountText).amount ?? 0n);
  }
  fault(amountText: string): string {
    return this.#typedFor(amountText)?.fault ?? '';
  }
  /** Returns the amount of XMR that it makes: empty if it is no money, and as it was if the rate has become old. */
  enter(text: string, amountText: string): string {
    const { currency } = this.#rates;
    const old = this.#rates.isStale();
    const xmr = this.#rates.xmrFor(text);
    const made = old ? amountText : xmr === undefined ? '' : fieldAmount(xmr);
    const fault = text.trim() === '' || xmr !== undefined ? '' : old ? OLD_RATE : this.#noMoney(text);
    this.#typed = { text, currency, amountText: made, fault };
    return made;
  }
  #typedFor(amountText: string): Typed | undefined {
    const typed = this.#typed;
    return typed?.amountText === amountText && typed.currency === this.#rates.currency ? typed : undefined;
  }
  #noMoney(text: string): string {
    return this.#rates.isUnclear(text)
      ? 'This may be a thousand times more or less. Write it like 1000 or 1.25.'
      : 'This is not an amount of money.';
  }
}
