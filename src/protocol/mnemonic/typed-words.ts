/**
 * Normalises words as people and phones type them: capitals, decomposed or missing accents, typographic apostrophes.
 * Upstream compares lower-case words only (`utf8canonical`, src/common/utf8.h).
 */

/** The first `count` characters (code points). */
export function prefixOf(word: string, count: number): string {
  return Array.from(word).slice(0, count).join('');
}

/** The form that the reference compares: Unicode-normalised and lower case. */
export function canonical(word: string): string {
  return word.normalize('NFC').toLowerCase();
}

/** The form to compare when that is in no list: without accents and ß, with plain letters and apostrophes. */
export function folded(word: string): string {
  return word
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[‘’ʼ`´]/g, "'")
    .toLowerCase()
    .replaceAll('ß', 'ss');
}
