/** Currencies that the sheet offers: those of most people and of the largest markets, in the order of their codes. */
import { LANGUAGE } from '../texts/language.ts';
import { whenAsked } from './when-asked.ts';

export const CURRENCIES: readonly string[] = [
  ...[
    'AED',
    'ARS',
    'AUD',
    'BDT',
    'BRL',
    'CAD',
    'CHF',
    'CLP',
    'CNY',
    'CZK',
    'DKK',
    'EUR',
    'GBP',
    'HKD',
    'HUF',
  ],
  ...[
    'IDR',
    'ILS',
    'INR',
    'JPY',
    'KRW',
    'MXN',
    'MYR',
    'NGN',
    'NOK',
    'NZD',
    'PHP',
    'PKR',
    'PLN',
    'RUB',
    'SAR',
  ],
  ...['SEK', 'SGD', 'THB', 'TRY', 'TWD', 'UAH', 'USD', 'VND', 'ZAR'],
];

const names = whenAsked(() => new Intl.DisplayNames(LANGUAGE, { type: 'currency', fallback: 'code' }));
export function currencyName(code: string): string {
  return names().of(code) ?? code;
}
