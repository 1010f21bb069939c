/** Amounts: bigint piconero inside, decimal text outside, never a float. 1 XMR = 10^12 piconero. */
import { readDecimal } from './clean-text.ts';
import { faultsOf } from './fault.ts';

export interface AmountFaults {
  /** The text is not a plain decimal number. */
  bad_amount: { readonly text: string };
  /** There are more than 12 decimals; the text is not rounded. */
  too_many_decimals: { readonly text: string };
  /** The other decimal sign before three digits: where the sign is a point, `1,000` is 1 or 1000. */
  unclear_amount: { readonly text: string };
  amount_too_large: { readonly text: string };
}
const fault = faultsOf<AmountFaults>();

export const DECIMALS = 12;
export const PICONERO_PER_XMR = 10n ** 12n;
export const U64_MAX = 2n ** 64n - 1n;

/** The sum of the amounts, in piconero. */
export function sumAmounts(items: readonly { readonly amount: bigint }[]): bigint {
  return items.reduce((sum, { amount }) => sum + amount, 0n);
}

/** Decimal text: `1.25` for 1250000000000n; at least `minDecimals` decimals. */
export function formatXmr(piconero: bigint, minDecimals = 0): string {
  const sign = piconero < 0n ? '-' : '';
  const abs = piconero < 0n ? -piconero : piconero;
  const whole = abs / PICONERO_PER_XMR;
  let decimals = (abs % PICONERO_PER_XMR).toString().padStart(DECIMALS, '0').replace(/0+$/, '');
  decimals = decimals.padEnd(minDecimals, '0');
  return `${sign}${whole}${decimals ? `.${decimals}` : ''}`;
}

/**
 * Reads `1.25`, `1,25`, `.5`: at most 12 decimals (more zeros do not count) and 2^64 - 1 piconero. `point`: the decimal sign where
 * the text was written.
 */
export function parseXmr(text: string, point = '.'): bigint {
  const read = readDecimal(text);
  if (!read) throw fault('bad_amount', { text });
  const { whole, decimals: typed, group } = read;
  if (group !== '' && group !== point) throw fault('unclear_amount', { text: `${whole}${group}${typed}` });
  const decimals = typed.slice(0, DECIMALS) + typed.slice(DECIMALS).replace(/0+$/, '');
  if (decimals.length > DECIMALS) throw fault('too_many_decimals', { text });
  const value = BigInt(whole || '0') * PICONERO_PER_XMR + BigInt(decimals.padEnd(DECIMALS, '0'));
  if (value > U64_MAX) throw fault('amount_too_large', { text });
  return value;
}
