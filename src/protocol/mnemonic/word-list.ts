/**
 * A language's word list with its indices. Lists are loaded when needed; their functions are synchronous. Upstream:
 * `Language::Base` in src/mnemonics/language_base.h. Vectors: wordlists/*.json
 */
import { languageFacts, type ReadableLanguage } from './languages.ts';
import { canonical, folded, prefixOf } from './typed-words.ts';

export const LIST_WORDS = 1626;

/** How to compare a typed word: exactly (ignoring case), or without accents where that is unambiguous. */
export type Strictness = 'exact' | 'folded';

export interface WordList {
  readonly language: ReadableLanguage;
  readonly words: readonly string[];
  readonly prefixLength: number;
  /** Index of a whole word. */
  readonly find: (word: string, how: Strictness) => number | undefined;
  /** Index of the word with this prefix. */
  readonly findByPrefix: (word: string, how: Strictness) => number | undefined;
}

/** Loads a list once. */
export function loadWordList(language: ReadableLanguage): Promise<WordList> {
  let list = loaded.get(language);
  if (list === undefined) {
    list = languageFacts[language]
      .load()
      .then(({ words }) => buildWordList(language, words.trim().split(/\s+/)));
    // If the chunk failed to load, the next call tries again.
    list.catch(() => loaded.delete(language));
    loaded.set(language, list);
  }
  return list;
}
const loaded = new Map<ReadableLanguage, Promise<WordList>>();

const buildWordList = (language: ReadableLanguage, words: readonly string[]): WordList => {
  if (words.length !== LIST_WORDS) throw new Error(`the ${language} list has ${words.length} words`);
  const { prefixLength } = languageFacts[language];
  const cut = (word: string): string => prefixOf(word, prefixLength);
  // Prefixes of the old English list are not unique: as in the reference, the last word with a prefix is used.
  const whole = {
    exact: once(() => indexBy(words, canonical)),
    folded: once(() => indexUnique(words, folded)),
  };
  const start = {
    exact: once(() => indexBy(words, (word) => cut(canonical(word)))),
    folded: once(() => indexUnique(words, (word) => cut(folded(word)))),
  };
  return {
    language,
    words,
    prefixLength,
    find: (word, how) => whole[how]().get(spell[how](word)),
    // Without its ß, a whole word may begin like another one.
    findByPrefix: (word, how) =>
      (how === 'folded' ? whole.folded().get(folded(word)) : undefined) ??
      start[how]().get(cut(spell[how](word))),
  };
};
const spell = { exact: canonical, folded };

/** Computed on first use, since most phrases need only the first language tried. */
const once = <T>(work: () => T): (() => T) => {
  let result: { readonly value: T } | undefined;
  return () => (result ??= { value: work() }).value;
};

type Index = ReadonlyMap<string, number>;

const indexBy = (words: readonly string[], key: (word: string) => string): Index =>
  new Map(words.map((word, i) => [key(word), i]));

const indexUnique = (words: readonly string[], key: (word: string) => string): Index => {
  const index = new Map<string, number>();
  const doubtful = new Set<string>();
  for (const [i, word] of words.entries()) {
    if (index.has(key(word))) doubtful.add(key(word));
    index.set(key(word), i);
  }
  for (const word of doubtful) index.delete(word);
  return index;
};
