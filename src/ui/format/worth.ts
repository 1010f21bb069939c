/**
 * The value of an amount in another currency, from a rate that is never exact: no more digits are shown than the rate has,
 * and typed money becomes an amount of XMR that is not more precise than the rate.
 */
import { DECIMALS, PICONERO_PER_XMR } from '../../base/amount.ts';
import { cleanText, readDecimal, type Decimal } from '../../base/clean-text.ts';
import { decimalSign } from './format.ts';
import { LANGUAGE } from '../texts/language.ts';

/** Price of one XMR: `units` of 10^-8 of the currency. `digits`: those of the rate that its source gave. */
export interface ExchangeRate {
  readonly units: bigint;
  readonly digits: number;
}

const UNITS = 100_000_000n;
const RATE_DECIMALS = 8;
/** A rate above this is an error of its source: no currency is worth so little. */
const MOST = 10n ** 12n * UNITS;
const MAX_DIGITS = 12;
/** No money that a person types is longer. */
const MAX_MONEY = 100;

/** A decimal text as in JSON. Undefined: not a rate that can be right. */
export function readRate(text: string): ExchangeRate | undefined {
  const match = /^(\d{1,13})(?:\.(\d{1,20}))?$/.exec(text.trim());
  if (!match) return undefined;
  const [, whole = '', decimals = ''] = match;
  const units = BigInt(whole) * UNITS + BigInt(decimals.slice(0, RATE_DECIMALS).padEnd(RATE_DECIMALS, '0'));
  if (units <= 0n || units > MOST) return undefined;
  const digits = `${whole}${decimals.slice(0, RATE_DECIMALS)}`.replace(/^0+/, '').length;
  return { units, digits: Math.min(MAX_DIGITS, Math.max(2, digits)) };
}

/** The decimal text of a typed rate; undefined for a rate that cannot be right, and for one that is not clear, such as `1,000` in English. */
export function typedRate(text: string): string | undefined {
  const read = readDecimal(text);
  if (!read || (read.group !== '' && read.group !== decimalSign())) return undefined;
  const plain = `${read.whole || '0'}${read.decimals === '' ? '' : `.${read.decimals}`}`;
  return readRate(plain) && plain;
}

/** Code of a currency that this browser knows, in capital letters. */
export function isCurrency(code: string): boolean {
  return /^[A-Z]{3}$/.test(code) && decimalsOf(code) !== undefined;
}
/** Code of a real currency: `isCurrency` takes three letters of any kind in some browsers. */
export function isCodeOfCurrency(code: string): boolean {
  return Intl.supportedValuesOf('currency').includes(code);
}
const decimalsOf = (currency: string): number | undefined => {
  try {
    return new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions()
      .maximumFractionDigits;
  } catch {
    return undefined;
  }
};

/** `about €12.34`, or `less than €0.01`: in the currency's own way of this language. */
export function worthText(
  piconero: bigint,
  rate: ExchangeRate,
  currency: string,
  language = LANGUAGE,
): string {
  const decimals = decimalsOf(currency) ?? 2;
  const minor = 10n ** BigInt(decimals);
  const amount = piconero < 0n ? -piconero : piconero;
  const value = rounded(amount * rate.units * minor, PICONERO_PER_XMR * UNITS);
  const format = (n: bigint): string => moneyText(n, decimals, currency, language);
  if (amount > 0n && value === 0n) return `less than ${format(1n)}`;
  return `about ${format(toDigits(value, rate.digits))}`;
}

/** The worth as a text to type: `12.34`. Empty for less than the smallest coin. */
export function moneyFor(piconero: bigint, rate: ExchangeRate, currency: string): string {
  const decimals = decimalsOf(currency) ?? 2;
  const minor = 10n ** BigInt(decimals);
  const value = toDigits(rounded(piconero * rate.units * minor, PICONERO_PER_XMR * UNITS), rate.digits);
  if (value <= 0n) return '';
  const fraction = decimals === 0 ? '' : `.${(value % minor).toString().padStart(decimals, '0')}`;
  return `${value / minor}${fraction}`;
}

/** The amount that is worth this money; undefined for a text that is no amount of money, too much, or not clear. */
export function xmrFor(typed: string, rate: ExchangeRate, currency: string): bigint | undefined {
  const read = readMoney(typed);
  if (!read || isUnclear(read, currency) || read.whole.length > 12 || read.decimals.length > RATE_DECIMALS)
    return undefined;
  const { whole, decimals } = read;
  const money = BigInt(whole || '0') * UNITS + BigInt(decimals.padEnd(RATE_DECIMALS, '0'));
  const step = 10n ** BigInt(DECIMALS - xmrDecimals(rate, currency));
  return rounded(money * PICONERO_PER_XMR, rate.units * step) * step;
}

/** `1,000` or `1.000`: a thousand in one country and one in another. */
export function isUnclearMoney(typed: string, currency: string): boolean {
  const read = readMoney(typed);
  return read !== undefined && isUnclear(read, currency);
}
/** Spaces may separate groups of three digits, as on this page. */
const readMoney = (typed: string): Decimal | undefined =>
  readDecimal(typed.length > MAX_MONEY ? '' : cleanText(typed).replace(/(?<=\d) (?=\d{3}(?!\d))/g, ''));
const isUnclear = ({ group }: Decimal, currency: string): boolean =>
  group === ',' || (group === '.' && (decimalsOf(currency) ?? 2) < 3);

/** Decimals of XMR at which a step is less than the smallest coin of the currency. */
const xmrDecimals = ({ units }: ExchangeRate, currency: string): number => {
  const minor = 10n ** BigInt(decimalsOf(currency) ?? 2);
  const steps = (units * minor) / UNITS;
  return Math.min(DECIMALS, Math.max(4, steps.toString().length + 1));
};

/** `a / b` to the nearest whole number. */
const rounded = (a: bigint, b: bigint): bigint => (a + b / 2n) / b;
/** With zeros in place of the digits after the first `digits`. */
const toDigits = (value: bigint, digits: number): bigint => {
  const extra = value.toString().length - digits;
  if (extra <= 0) return value;
  const step = 10n ** BigInt(extra);
  return rounded(value, step) * step;
};

const moneyText = (value: bigint, decimals: number, currency: string, language: string): string => {
  const minor = 10n ** BigInt(decimals);
  const isWhole = value % minor === 0n && value >= 1000n * minor;
  const text = `${value / minor}.${(value % minor).toString().padStart(decimals, '0')}`;
  const format = new Intl.NumberFormat(language, {
    style: 'currency',
    currency,
    ...(isWhole && { minimumFractionDigits: 0, maximumFractionDigits: 0 }),
  });
  // Thousands as in the amounts beside it. A decimal text is formatted exactly, however long it is.
  const group = language.startsWith('en') ? ',' : '\u202f';
  return format
    .formatToParts((decimals === 0 ? `${value}` : text) as unknown as number)
    .map(({ type, value: part }) => (type === 'group' ? group : part))
    .join('');
};
