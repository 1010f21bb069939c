/** Reads a typed amount of XMR. */
import { cleanText } from '../../base/clean-text.ts';
import { parseXmr } from '../../base/amount.ts';
import { decimalSign } from '../format/format.ts';
import { explain, oneLine } from '../messages/explain.ts';

export interface TypedAmount {
  /** In piconero, 0 for an empty text; undefined if the text cannot be read. */
  readonly amount: bigint | undefined;
  /** A sentence for the field that says why the text cannot be read; empty if it can. */
  readonly fault: string;
}

export function readAmount(text: string): TypedAmount {
  if (cleanText(text).trim() === '') return { amount: 0n, fault: '' };
  try {
    return { amount: parseXmr(text, decimalSign()), fault: '' };
  } catch (error) {
    return { amount: undefined, fault: oneLine(explain(error)) };
  }
}
