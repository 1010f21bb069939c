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

/** One word of letters, digits and signs, such as an address or a key: also without white space, in plain characters. */
export function compactText(text: string): string {
  return cleanText(text).normalize('NFKC').replace(/\s+/g, '');
}

/** Decimal digits with one kind of separator between groups of three, or with none; undefined for any other text. */
export function readWholeNumber(text: string): number | undefined {
  const plain = cleanText(text).normalize('NFKC').trim();
  if (!/^(?:\d{1,15}|\d{1,3}([ ,.'’_])\d{3}(?:\1\d{3}){0,3})$/.test(plain)) return undefined;
  return Number(plain.replace(/\D/g, ''));
}

const INVISIBLE = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;
