/**
 * The languages of seed phrases. Upstream: src/mnemonics/*.h, `get_language_list` and `find_seed_language` in
 * src/mnemonics/electrum-words.cpp. Parity test: tests/long/parity/mnemonics.test.ts
 */
import { fault } from '../faults.ts';

/** English names, in the order of the reference. */
export const LANGUAGES = [
  'German',
  'English',
  'Spanish',
  'French',
  'Italian',
  'Dutch',
  'Portuguese',
  'Russian',
  'Japanese',
  'Chinese (simplified)',
  'Esperanto',
  'Lojban',
] as const;
/** Languages of new phrases. */
export type Language = (typeof LANGUAGES)[number];
/** The old English list (until 2014) is read but never written. */
export type ReadableLanguage = Language | 'EnglishOld';

interface LanguageFacts {
  /** The language's own name, as the wallet RPC prints it. */
  readonly localName: string;
  /** Number of first characters that identify a word in its list. */
  readonly prefixLength: number;
  readonly load: () => Promise<{ readonly words: string }>;
}

/** Each word list is a separate chunk: a phrase in English never loads the Japanese list. */
export const languageFacts: Readonly<Record<ReadableLanguage, LanguageFacts>> = {
  German: { localName: 'Deutsch', prefixLength: 4, load: () => import('./words/german.ts') },
  English: { localName: 'English', prefixLength: 3, load: () => import('./words/english.ts') },
  Spanish: { localName: 'Español', prefixLength: 4, load: () => import('./words/spanish.ts') },
  French: { localName: 'Français', prefixLength: 4, load: () => import('./words/french.ts') },
  Italian: { localName: 'Italiano', prefixLength: 4, load: () => import('./words/italian.ts') },
  Dutch: { localName: 'Nederlands', prefixLength: 4, load: () => import('./words/dutch.ts') },
  Portuguese: { localName: 'Português', prefixLength: 4, load: () => import('./words/portuguese.ts') },
  Russian: { localName: 'русский язык', prefixLength: 4, load: () => import('./words/russian.ts') },
  Japanese: { localName: '日本語', prefixLength: 3, load: () => import('./words/japanese.ts') },
  'Chinese (simplified)': {
    localName: '简体中文 (中国)',
    prefixLength: 1,
    load: () => import('./words/chinese-simplified.ts'),
  },
  Esperanto: { localName: 'Esperanto', prefixLength: 4, load: () => import('./words/esperanto.ts') },
  Lojban: { localName: 'Lojban', prefixLength: 4, load: () => import('./words/lojban.ts') },
  EnglishOld: { localName: 'EnglishOld', prefixLength: 4, load: () => import('./words/english-old.ts') },
};

/** The order in which the reference tries languages; the first one that fits is used. */
export const DETECTION_ORDER: readonly ReadableLanguage[] = [
  'Chinese (simplified)',
  'English',
  'Dutch',
  'French',
  'Spanish',
  'German',
  'Italian',
  'Portuguese',
  'Japanese',
  'Russian',
  'Esperanto',
  'Lojban',
  'EnglishOld',
];

/** Finds the language of a new phrase by its English or its own name. Fault `unknown_language`. */
export function parseLanguage(name: string): Language {
  const language = LANGUAGES.find((known) => known === name || languageFacts[known].localName === name);
  if (language !== undefined) return language;
  // Later versions of the reference use this name.
  if (name === 'Русский') return 'Russian';
  throw fault('unknown_language', { language: name });
}
