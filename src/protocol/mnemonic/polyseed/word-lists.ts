/**
 * The ten word lists of Polyseed: those of BIP-39, three of them in another order. Each is loaded when needed.
 * Upstream: src/lang_*.c of tevador/polyseed. Test: tests/vectors/protocol/polyseed.test.ts
 */
import { fault } from '../../faults.ts';
import { folded } from '../typed-words.ts';

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
  /** The English name as the library writes it, where it differs. */
  readonly englishName?: string;
  /** The language's own name, as the library writes it. */
  readonly localName: string;
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
  English: {
    localName: 'English',
    load: () => import('@scure/bip39/wordlists/english.js'),
    hasPrefixes: true,
  },
  Japanese: {
    localName: '日本語',
    load: () => import('@scure/bip39/wordlists/japanese.js'),
    sortedBy: composed,
    separator: '\u3000',
  },
  Korean: { localName: '한국어', load: () => import('@scure/bip39/wordlists/korean.js') },
  Spanish: {
    localName: 'español',
    load: () => import('@scure/bip39/wordlists/spanish.js'),
    hasPrefixes: true,
    sortedBy: withoutAccents,
  },
  French: {
    localName: 'français',
    load: () => import('@scure/bip39/wordlists/french.js'),
    hasPrefixes: true,
  },
  Italian: {
    localName: 'italiano',
    load: () => import('@scure/bip39/wordlists/italian.js'),
    hasPrefixes: true,
  },
  Czech: {
    localName: 'čeština',
    load: () => import('@scure/bip39/wordlists/czech.js'),
    hasPrefixes: true,
    sortedBy: withoutAccents,
  },
  Portuguese: {
    localName: 'português',
    load: () => import('@scure/bip39/wordlists/portuguese.js'),
    hasPrefixes: true,
  },
  'Chinese (simplified)': {
    englishName: 'Chinese (Simplified)',
    localName: '中文(简体)',
    load: () => import('@scure/bip39/wordlists/simplified-chinese.js'),
  },
  'Chinese (traditional)': {
    englishName: 'Chinese (Traditional)',
    localName: '中文(繁體)',
    load: () => import('@scure/bip39/wordlists/traditional-chinese.js'),
  },
};

/** The English name, as the library writes it. */
export function polyseedLanguageName(language: PolyseedLanguage): string {
  return listFacts[language].englishName ?? language;
}

/** The language with this English or own name, as the library writes them, in any case. Fault `unknown_language`. */
export function parsePolyseedLanguage(name: string): PolyseedLanguage {
  const wanted = name.toLowerCase();
  const language = POLYSEED_LANGUAGES.find((known) =>
    [known, listFacts[known].localName].some((each) => each.toLowerCase() === wanted),
  );
  if (language === undefined) throw fault('unknown_language', { language: name });
  return language;
}

interface Words {
  /** In Polyseed's order, accents composed. */
  readonly words: readonly string[];
  /** `words` without accents and capitals. */
  readonly folded: readonly string[];
}

/** The 2048 words of a language. */
export function polyseedWords(language: PolyseedLanguage): Promise<Words> {
  let words = loaded.get(language);
  if (words === undefined) {
    words = loadWords(listFacts[language]);
    // If the chunk failed to load, the next call tries again.
    words.catch(() => loaded.delete(language));
    loaded.set(language, words);
  }
  return words;
}
const loaded = new Map<PolyseedLanguage, Promise<Words>>();

const loadWords = async ({ load, sortedBy }: ListFacts): Promise<Words> => {
  const words = (await load()).wordlist.map(composed);
  const sorted = sortedBy ? sortBy(words, sortedBy) : words;
  return { words: sorted, folded: sorted.map(folded) };
};
const sortBy = (words: readonly string[], key: (word: string) => string): string[] =>
  words
    .map((word) => ({ word, key: key(word) }))
    .sort((a, b) => compare(a.key, b.key))
    .map(({ word }) => word);
const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
