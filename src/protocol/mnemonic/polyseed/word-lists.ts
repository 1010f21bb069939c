/**
 * The ten word lists of Polyseed: those of BIP-39, three of them in another order. Each is loaded when needed.
 * Upstream: src/lang_*.c of tevador/polyseed. Test: tests/vectors/protocol/polyseed.test.ts
 */

export const POLYSEED_LANGUAGES = [
  'English',
  'Japanese',
  'Korean',
  'Spanish',
  'French',
  'Italian',
  'Czech',
  'Portuguese',
  'Chinese (simplified)',
  'Chinese (traditional)',
] as const;
export type PolyseedLanguage = (typeof POLYSEED_LANGUAGES)[number];

interface ListFacts {
  readonly load: () => Promise<{ readonly wordlist: readonly string[] }>;
  /** The first four letters identify a word. */
  readonly hasPrefixes?: true;
  /** The sort key of Polyseed's order; absent: the order of BIP-39. */
  readonly sortedBy?: (word: string) => string;
  readonly separator?: string;
}

const withoutAccents = (word: string): string => word.normalize('NFKD').replace(/\p{M}/gu, '');
const composed = (word: string): string => word.normalize('NFC');

export const listFacts: Readonly<Record<PolyseedLanguage, ListFacts>> = {
  English: { load: () => import('@scure/bip39/wordlists/english.js'), hasPrefixes: true },
  Japanese: {
    load: () => import('@scure/bip39/wordlists/japanese.js'),
    sortedBy: composed,
    separator: '\u3000',
  },
  Korean: { load: () => import('@scure/bip39/wordlists/korean.js') },
  Spanish: {
    load: () => import('@scure/bip39/wordlists/spanish.js'),
    hasPrefixes: true,
    sortedBy: withoutAccents,
  },
  French: { load: () => import('@scure/bip39/wordlists/french.js'), hasPrefixes: true },
  Italian: { load: () => import('@scure/bip39/wordlists/italian.js'), hasPrefixes: true },
  Czech: {
    load: () => import('@scure/bip39/wordlists/czech.js'),
    hasPrefixes: true,
    sortedBy: withoutAccents,
  },
  Portuguese: { load: () => import('@scure/bip39/wordlists/portuguese.js'), hasPrefixes: true },
  'Chinese (simplified)': { load: () => import('@scure/bip39/wordlists/simplified-chinese.js') },
  'Chinese (traditional)': { load: () => import('@scure/bip39/wordlists/traditional-chinese.js') },
};

/** The 2048 words of a language in Polyseed's order, accents composed. */
export async function polyseedWords(language: PolyseedLanguage): Promise<readonly string[]> {
  const { load, sortedBy } = listFacts[language];
  const words = (await load()).wordlist.map(composed);
  if (!sortedBy) return words;
  const keyed = words.map((word) => ({ word, key: sortedBy(word) }));
  return keyed.sort((a, b) => compare(a.key, b.key)).map(({ word }) => word);
}
const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
