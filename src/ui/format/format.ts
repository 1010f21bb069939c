/**
 * Formats amounts and numbers. Amounts are bigint piconero and always shown exactly, never rounded or shortened: at least two
 * decimals, and the fifth and later ones are dimmed.
 */
import { DECIMALS, formatXmr, PICONERO_PER_XMR } from '../../base/amount.ts';
import { LANGUAGE } from '../texts/language.ts';
import { whenAsked } from './when-asked.ts';

const rules = whenAsked(() => new Intl.PluralRules(LANGUAGE));
const categories = whenAsked((): readonly string[] => rules().resolvedOptions().pluralCategories);
const ORDER = ['zero', 'one', 'two', 'few', 'many', 'other'];

export type Sign = '' | '+' | '\u2212';
export interface AmountParts {
  readonly sign: Sign;
  /** The integer part with separators for thousands, for example `18,446,744`. */
  readonly whole: string;
  readonly point: string;
  /** Emphasised decimals: the first four, or all if whole part and first four decimals are zero. */
  readonly lead: string;
  /** The decimals behind them, which are dimmed. */
  readonly tail: string;
}
export interface Separators {
  readonly thousands: string;
  readonly point: string;
}
/**
 * The separators of the language, for all numbers. Outside English a narrow space separates thousands: a point or a comma
 * could be taken for a decimal sign.
 */
const ownSeparators = whenAsked((): Separators => ({
  thousands: LANGUAGE.startsWith('en') ? ',' : '\u202f',
  point: new Intl.NumberFormat(LANGUAGE, { numberingSystem: 'latn' }).format(0.5).charAt(1),
}));
/** The sign before the decimals in the person's language. */
export function decimalSign(): string {
  return ownSeparators().point;
}
export const MINUS = '\u2212';
/** Number of emphasised decimals. */
const LEAD = 4;

export function amountParts(
  piconero: bigint,
  options: { minDecimals?: number; plus?: boolean; separators?: Separators } = {},
): AmountParts {
  const { minDecimals = 2, plus = false, separators = ownSeparators() } = options;
  const abs = piconero < 0n ? -piconero : piconero;
  const whole = groupThousands(abs / PICONERO_PER_XMR, separators);
  const decimals = (abs % PICONERO_PER_XMR)
    .toString()
    .padStart(DECIMALS, '0')
    .replace(/0+$/, '')
    .padEnd(minDecimals, '0');
  const strong = abs < PICONERO_PER_XMR / 10n ** BigInt(LEAD) ? DECIMALS : LEAD;
  return {
    sign: piconero < 0n ? MINUS : plus ? '+' : '',
    whole,
    point: separators.point,
    lead: decimals.slice(0, strong),
    tail: decimals.slice(strong),
  };
}

/** One text for speech, copying and buttons: `1.25`. Only negative amounts have a sign. */
export function amountText(piconero: bigint, minDecimals = 2): string {
  const { sign, whole, point, lead, tail } = amountParts(piconero, { minDecimals });
  return `${sign}${whole}${lead === '' ? '' : point}${lead}${tail}`;
}
/** The text of an amount in a field: as a person types it, without separators of thousands. */
export function fieldAmount(piconero: bigint): string {
  return formatXmr(piconero).replace('.', decimalSign());
}
/** `1.25 XMR` with a non-breaking space. */
export function xmr(piconero: bigint): string {
  return `${amountText(piconero)}\u00a0XMR`;
}

/** Size of the dimmed decimals of a large amount, as a part of the others' (Amount.svelte). */
const HERO_TAIL = 0.6;
/** Width of a large amount in digits, from which its font size is computed so that it fits its box. */
export function heroLength({ sign, whole, lead, tail }: AmountParts): number {
  const separators = whole.replace(/\d/g, '').length;
  return sign.length + whole.length - separators * 0.5 + 0.5 + lead.length + tail.length * HERO_TAIL + 1.6;
}

const groupThousands = (whole: bigint | number, { thousands }: Separators): string =>
  whole.toString().replace(/\B(?=(\d{3})+$)/g, thousands);
/** `3,381,204` */
export function count(n: number | bigint): string {
  return groupThousands(typeof n === 'bigint' ? n : Math.round(n), ownSeparators());
}
/**
 * `1 block`, `4 blocks`: the form of a plural for `n`, in which `#` stands for the number. A translation has the forms of
 * its language, in the order of CLDR: one, few, many, other.
 */
export function counted(n: number, forms: readonly string[]): string {
  const category = rules().select(n);
  const form = ORDER.filter((each) => categories().includes(each)).indexOf(category);
  return (forms[form] ?? forms.at(-1) ?? '').replace('#', count(n));
}

/** `8chd4T…7mFYpT`: for lists only, never before sending. */
export function shortText(text: string, keep = 6): string {
  return text.length <= keep * 2 + 1 ? text : `${text.slice(0, keep)}\u2026${text.slice(-keep)}`;
}
/** Groups of five characters, for reading and comparing. */
export function addressGroups(address: string): readonly string[] {
  return address.match(/.{1,5}/g) ?? [];
}

/** `1.4 MB`, in units of 1000. Not money, so it is rounded. */
export function byteSize(bytes: number): string {
  if (bytes < 1000) return counted(bytes, ['# byte', '# bytes']);
  const units = ['kB', 'MB', 'GB', 'TB'];
  let size = bytes / 1000;
  let unit = 0;
  while (size >= 1000 && unit < units.length - 1) {
    size /= 1000;
    unit += 1;
  }
  return `${decimal(size >= 100 ? Math.round(size) : size)} ${units[unit] ?? ''}`;
}
/** `1.4`: with the decimal sign of the language. Never for money. */
export function decimal(n: number, digits = 1): string {
  return n
    .toLocaleString('en', { maximumFractionDigits: digits, useGrouping: false })
    .replace('.', decimalSign());
}

/** Parts of a sentence: `a and b`. */
export function allOf(parts: readonly string[]): string {
  return new Intl.ListFormat(LANGUAGE, { type: 'conjunction' }).format(parts);
}
/** Parts of a sentence: `a or b`. */
export function anyOf(parts: readonly string[]): string {
  return new Intl.ListFormat(LANGUAGE, { type: 'disjunction' }).format(parts);
}
