/**
 * Removes invisible characters from texts that a person typed, pasted or scanned: format characters (\p{Cf}: byte order
 * marks, zero width spaces, direction marks) and others. Texts copied from web pages and chats contain them.
 */

/** Without invisible characters; each kind of white space but a line end is a space, and line ends are `\n`. */
export function cleanText(text: string): string {
  return text
    .replace(INVISIBLE, '')
    .replace(/\r\n?|[\u0085\u2028\u2029]/g, '\n')
    .replace(/(?!\n)[\s\p{Cc}\u2800]/gu, ' ');
}

/**
 * Letters and digits of other widths and styles become plain ones. Superscripts and subscripts stay what they are: a
 * footnote's mark is no digit of the number before it.
 */
export function plainText(text: string): string {
  return text.replace(/[^\u00b2\u00b3\u00b9\u2070-\u209c]+/g, (part) => part.normalize('NFKC'));
}

/** One word of letters, digits and signs, such as an address or a key: also without white space, in plain characters. */
export function compactText(text: string): string {
  return plainText(cleanText(text)).replace(/\s+/g, '');
}

/**
 * Returns a text of another program or person on one line and without the characters that change the writing direction:
 * such characters could make it look like another text.
 */
export function harmlessText(text: string): string {
  return text
    .replace(/\p{Bidi_Control}/gu, '')
    .replace(/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim();
}

/** No number that a person types is longer. */
const MAX_NUMBER = 2_000;
/** The text of a typed number in plain characters. Undefined: too long, or with characters that only look like digits. */
export function numberText(text: string): string | undefined {
  return text.length > MAX_NUMBER || /\p{No}/u.test(text) ? undefined : plainText(cleanText(text)).trim();
}

/** Decimal digits with one kind of separator between groups of three, or with none; undefined for any other text. */
export function readWholeNumber(text: string): number | undefined {
  const plain = numberText(text);
  if (plain === undefined || !/^(?:\d{1,15}|\d{1,3}([ ,.'’_])\d{3}(?:\1\d{3}){0,3})$/.test(plain))
    return undefined;
  return Number(plain.replace(/\D/g, ''));
}

/** Parts of a decimal number. */
export interface Decimal {
  /** Digits before and behind the separator; one of them may be empty. */
  readonly whole: string;
  readonly decimals: string;
  /** `,` or `.` before exactly three digits, which may separate thousands; else empty. */
  readonly group: string;
}
/** Reads `1.25`, `1,25`, `.5`; undefined for any other text. */
export function readDecimal(text: string): Decimal | undefined {
  const plain = numberText(text);
  const [found, whole = '', sign = '', decimals = ''] = /^(\d*)(?:([.,])(\d*))?$/.exec(plain ?? '') ?? [];
  if (found === undefined || whole + decimals === '') return undefined;
  return { whole, decimals, group: /^[1-9]\d{0,2}[.,]\d{3}$/.test(found) ? sign : '' };
}

const INVISIBLE = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;
