/** Reads the amount of a payment: unlike that of a request, it must be more than zero. */
import { readAmount, type TypedAmount } from '../../amounts/typed-amount.ts';

/** `amount` is undefined while nothing is typed, and if the text is not an amount that can be paid. */
export function amountToPay(text: string): TypedAmount {
  const typed = readAmount(text);
  if (typed.amount !== 0n) return typed;
  return {
    amount: undefined,
    fault: text.trim() === '' ? '' : 'The amount is zero. Enter how much to send.',
  };
}
