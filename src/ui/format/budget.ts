/** A budget of a site in words. */
import { xmr } from './format.ts';
import { date } from './time.ts';

/** The name of a budget's period, as the wallet stores it, in the language of the page. */
export function periodName(period: string): string {
  const names: Readonly<Record<string, string>> = {
    // @wc-include
    day: 'day',
    // @wc-include
    week: 'week',
    // @wc-include
    month: 'month',
  };
  return names[period] ?? period;
}

/**
 * `up to 0.5 XMR a day, until 30 November`. `amount` in piconero, `expires` in seconds since 1970, `now` in
 * milliseconds.
 */
export function budgetText(
  { amount, period, expires }: { readonly amount: bigint; readonly period: string; readonly expires: number },
  now: number,
): string {
  return `up to ${xmr(amount)} a ${periodName(period)}, until ${date(expires * 1000, now)}`;
}
