/**
 * Formats amounts and numbers. Amounts are bigint piconero and always shown exactly, never rounded or shortened.
 * Decimals are in groups of four; the gap between groups is a margin on the screen, not a character.
 */
import { DECIMALS, PICONERO_PER_XMR } from '../../base/amount.ts';
import { LANGUAGE } from '../texts/language.ts';

const RULES = new Intl.PluralRules(LANGUAGE);
const CATEGORIES: readonly string[] = RULES.resolvedOptions().pluralCategories;
const ORDER = ['zero', 'one', 'two', 'few', 'many', 'other'];

export type Sign = '' | '+' | '\u2212';
export interface AmountParts {
  readonly sign: Sign;
  /** The integer part with separators for thousands, for example `18,446,744`. */
  readonly whole: string;
  readonly point: string;
  /** Decimals in groups of four; the last one may be shorter. */
  readonly groups: readonly string[];
  /** All decimals are emphasised, because the integer part and the first four decimals are zero. */
  readonly allStrong: boolean;
}
export interface Separators {
  readonly thousands: string;
  readonly point: string;
}
export const ENGLISH: Separators = { thousands: ',', point: '.' };
/**
 * The decimal sign of XMR is a point in every language, as in all programs of Monero: `1.234` must not become a thousand
 * times as much on the way to a page in another language. So no other language may use a point or a comma for thousands.
 */
const SEPARATORS: Separators = LANGUAGE.startsWith('en') ? ENGLISH : { thousands: '\u202f', point: '.' };
export const MINUS = '\u2212';

export function amountParts(
  piconero: bigint,
  options: { minDecimals?: number; plus?: boolean; separators?: Separators } = {},
): AmountParts {
  const { minDecimals = 2, plus = false, separators = SEPARATORS } = options;
  const abs = piconero < 0n ? -piconero : piconero;
  const whole = groupThousands(abs / PICONERO_PER_XMR, separators);
  const decimals = (abs % PICONERO_PER_XMR)
    .toString()
    .padStart(DECIMALS, '0')
    .replace(/0+$/, '')
    .padEnd(minDecimals, '0');
  const groups = decimals.match(/.{1,4}/g) ?? [];
  return {
    sign: piconero < 0n ? MINUS : plus ? '+' : '',
    whole,
    point: separators.point,
    groups,
    allStrong: abs < PICONERO_PER_XMR / 10_000n && abs !== 0n,
  };
}

/** One text for speech, copying and buttons: `1.25`. Only negative amounts have a sign. */
export function amountText(piconero: bigint, minDecimals = 2): string {
  const { sign, whole, point, groups } = amountParts(piconero, { minDecimals });
  return `${sign}${whole}${groups.length > 0 ? point + groups.join('') : ''}`;
}
/** `1.25 XMR` with a non-breaking space. */
export function xmr(piconero: bigint): string {
  return `${amountText(piconero)}\u00a0XMR`;
}

/** Width of a large amount in emphasised digits, from which its font size is computed so that it fits its box. */
export function heroLength({ sign, whole, groups, allStrong }: AmountParts): number {
  const separators = whole.replace(/\d/g, '').length;
  const lead = sign.length + whole.length - separators * 0.5 + 0.5 + (groups[0]?.length ?? 0);
  const rest = groups.slice(1).join('').length * (allStrong ? 1 : 0.62);
  return lead + rest + groups.length * 0.2 + 1.6;
}

const groupThousands = (whole: bigint | number, { thousands }: Separators): string =>
  whole.toString().replace(/\B(?=(\d{3})+$)/g, thousands);
/** `3,381,204` */
export function count(n: number): string {
  return groupThousands(Math.round(n), SEPARATORS);
}
/**
 * `1 block`, `4 blocks`: the form of a plural for `n`, in which `#` stands for the number. A translation has the forms of
 * its language, in the order of CLDR: one, few, many, other.
 */
export function counted(n: number, forms: readonly string[]): string {
  const category = RULES.select(n);
  const form = ORDER.filter((each) => CATEGORIES.includes(each)).indexOf(category);
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
/** `1.4`: with the decimal sign of the amounts, so that a page does not mix two. Never for money. */
export function decimal(n: number, digits = 1): string {
  return n.toLocaleString('en', { maximumFractionDigits: digits, useGrouping: false });
}

/** Parts of a sentence: `a and b`. */
export function allOf(parts: readonly string[]): string {
  return new Intl.ListFormat(LANGUAGE, { type: 'conjunction' }).format(parts);
}
/** Parts of a sentence: `a or b`. */
export function anyOf(parts: readonly string[]): string {
  return new Intl.ListFormat(LANGUAGE, { type: 'disjunction' }).format(parts);
}
