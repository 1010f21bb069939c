/** A budget of a site in words. */
import { xmr } from './format.ts';
import { date } from './time.ts';

/**
 * `up to 0.5 XMR a day, until 30 November`. `amount` in piconero, `expires` in seconds since 1970, `now` in
 * milliseconds.
 */
export function budgetText(
  { amount, period, expires }: { readonly amount: bigint; readonly period: string; readonly expires: number },
  now: number,
): string {
  return `up to ${xmr(amount)} a ${period}, until ${date(expires * 1000, now)}`;
}
