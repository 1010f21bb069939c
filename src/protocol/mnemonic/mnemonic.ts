/**
 * Seed phrases: a spend key as words of one of twelve languages, and back with detection of the language.
 * Upstream: src/mnemonics/electrum-words.cpp, `on_restore_deterministic_wallet` in src/wallet/wallet_rpc_server.cpp.
 * Judge: tests/parity/mnemonics.test.ts
 */
import type { Scalar } from '../../base/brands.ts';
import { fault } from '../faults.ts';
import { DETECTION_ORDER, type Language, type ReadableLanguage } from './languages.ts';
import { decodePhrase, encodePhrase, PHRASE_WORDS, type PhraseReading } from './phrase.ts';
import { suggestWord } from './suggest.ts';
import { folded, splitWords } from './typed-words.ts';
import { loadWordList, type Strictness, type WordList } from './word-list.ts';

export interface ReadMnemonic {
  /** The 32 bytes that the words encode; an account reduces them mod l. */
  readonly key: Scalar;
  readonly language: ReadableLanguage;
  /** False for 24 words without a checksum: a mistake in them goes unnoticed and opens another, empty wallet. */
  readonly hasChecksum: boolean;
  /** Old English or no checksum word: the reference asks the person to write down the new phrase. */
  readonly wasDeprecated: boolean;
}

/** A fault quotes at most this many characters. */
const MAX_NAMED = 60;

/** The phrase of a key: 25 words with spaces between. */
export async function writeMnemonic(language: Language, key: Scalar): Promise<string> {
  return encodePhrase(await loadWordList(language), key).join(' ');
}

/**
 * Reads a phrase in any language. Tries the languages in the reference's order, first with exact spelling and then
 * without accents, so that a phrase gives the same key here and there.
 * Faults: `bad_word_count`; `unknown_word` (of the language that has most of the words); `bad_word_checksum`;
 * `impossible_words`.
 */
export async function readMnemonic(text: string): Promise<ReadMnemonic> {
  const words = splitWords(text);
  const hasChecksum = words.length === PHRASE_WORDS + 1;
  if (!hasChecksum && words.length !== PHRASE_WORDS) throw fault('bad_word_count', { count: words.length });
  const failures: Failure[] = [];
  // Most phrases are English, the second language tried: its list is loaded at once. Code that needs the list gets
  // the failure.
  loadWordList('English').catch(() => undefined);
  for (const how of ['exact', 'folded'] as const) {
    for (const language of DETECTION_ORDER) {
      const list = await loadWordList(language);
      const reading = decodePhrase(list, words, how);
      if (reading.kind === 'key') {
        const wasDeprecated = language === 'EnglishOld' || !hasChecksum;
        return { key: reading.key, language, hasChecksum, wasDeprecated };
      }
      // The reference stops at the language that has all words.
      if (reading.kind === 'impossible') throw fault('impossible_words', { index: reading.index });
      failures.push({ list, reading, how });
    }
  }
  throw explain(words, failures);
}

interface Failure {
  readonly list: WordList;
  readonly reading: Extract<PhraseReading, { kind: 'unknown' | 'checksum' }>;
  readonly how: Strictness;
}

/** Chooses the most helpful fault for words that no language accepts. */
const explain = (words: readonly string[], failures: readonly Failure[]) => {
  const nearest = failures.reduce((best, next) => (closeness(next) > closeness(best) ? next : best));
  const { list, reading, how } = nearest;
  if (reading.kind === 'unknown') return unknownWord(list, words, reading.index);
  // A word of which only the prefix is right is the likely mistake.
  const slip = words.findIndex((word) => isSlip(list, word, how));
  if (slip >= 0) return unknownWord(list, words, slip);
  return fault('bad_word_checksum', { expected: reading.expected });
};

/** How close a reading came: the number of known words; Infinity when all are known but do not fit together. */
const closeness = ({ reading }: Failure): number => (reading.kind === 'unknown' ? reading.known : Infinity);

const isSlip = (list: WordList, word: string, how: Strictness): boolean => {
  const index = list.findByPrefix(word, how);
  return index === undefined || !folded(list.words[index]!).startsWith(folded(word));
};

const unknownWord = (list: WordList, words: readonly string[], index: number) => {
  const word = words[index]!.slice(0, MAX_NAMED);
  const suggestion = suggestWord(list, word);
  return fault('unknown_word', { index, word, ...(suggestion !== undefined && { suggestion }) });
};
