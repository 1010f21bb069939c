/** An amount that the user may leave empty. */
import { parseXmr } from '../../base/amount.ts';
import { explain, oneLine } from '../messages/explain.ts';

/** In piconero, 0 for an empty text; undefined with a sentence for the field if it cannot be read. */
export function readAmount(text: string): { readonly amount: bigint | undefined; readonly fault: string } {
  if (text.trim() === '') return { amount: 0n, fault: '' };
  try {
    return { amount: parseXmr(text), fault: '' };
  } catch (error) {
    return { amount: undefined, fault: oneLine(explain(error)) };
  }
}
