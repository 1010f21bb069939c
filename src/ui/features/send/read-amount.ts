/** Reads a typed amount. */
import { parseXmr } from '../../../base/amount.ts';
import { explain, oneLine } from '../../messages/explain.ts';

export interface TypedAmount {
  /** In piconero; undefined when nothing is typed, or when there is a fault. */
  readonly amount?: bigint;
  /** Why the text is not an amount that can be paid; empty when it is, or when nothing is typed. */
  readonly fault: string;
}

export function readAmount(text: string): TypedAmount {
  if (text.trim() === '') return { fault: '' };
  try {
    const amount = parseXmr(text);
    return amount === 0n ? { fault: 'The amount is zero. Enter how much to send.' } : { amount, fault: '' };
  } catch (error) {
    return { fault: oneLine(explain(error)) };
  }
}
