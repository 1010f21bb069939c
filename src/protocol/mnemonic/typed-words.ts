/**
 * Normalises words as people and phones type them: capitals, decomposed or missing accents, typographic apostrophes,
 * commas, line breaks, numbering. Upstream compares lower-case words only (`utf8canonical`, src/common/utf8.h).
 */

/** The words of a text. Chinese phrases may have no spaces; numbered lists have numbers. */
export function splitWords(text: string): string[] {
  const words = withoutNumbering(text.split(/[\s,;，、。]+/u).filter((word) => word !== ''));
  if (words.length === 1 && /^\p{Script=Han}+$/u.test(words[0]!)) return Array.from(words[0]!);
  return words;
}

/**
 * Removes numbers only if they count all words: otherwise 25 words with a mistake could become 24 words without a
 * checksum.
 */
const withoutNumbering = (tokens: string[]): string[] => {
  const parts = tokens.flatMap((token) => /^(\d+)[.):]?(.*)$/.exec(token)?.slice(1) ?? ['', token]);
  const words = parts.filter((part, i) => i % 2 === 1 && part !== '');
  const numbers = parts.filter((part, i) => i % 2 === 0 && part !== '');
  const counts = numbers.length === words.length && numbers.every((number, i) => Number(number) === i + 1);
  return counts ? words : tokens;
};

/** The first `count` characters (code points). */
export function prefixOf(word: string, count: number): string {
  return Array.from(word).slice(0, count).join('');
}

/** The form that the reference compares: Unicode-normalised and lower case. */
export function canonical(word: string): string {
  return word.normalize('NFC').toLowerCase();
}

/** The form to compare when that is in no list: without accents, with plain letters and apostrophes. */
export function folded(word: string): string {
  return word
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[‘’ʼ`´]/g, "'")
    .toLowerCase();
}
