/**
 * Seed phrases: writes a spend key as words in one of twelve languages; reads them and detects the language.
 * Upstream: src/mnemonics/electrum-words.cpp, `on_restore_deterministic_wallet` in src/wallet/wallet_rpc_server.cpp.
 * Parity test: tests/long/parity/mnemonics.test.ts
 */
import type { Scalar } from '../../base/brands.ts';
import { equalBytes } from '../../base/bytes.ts';
import { fault } from '../faults.ts';
import { DETECTION_ORDER, type Language, type ReadableLanguage } from './languages.ts';
import { decodePhrase, encodePhrase, PHRASE_WORDS, SHORT_WORDS, type PhraseReading } from './phrase.ts';
import { suggestWord } from './suggest.ts';
import { wordsOfPhrase } from './spaced-words.ts';
import { folded } from './typed-words.ts';
import { loadWordList, type Strictness, type WordList } from './word-list.ts';

export interface ReadMnemonic {
  /** The 32 bytes that the words encode; an account reduces them mod l. */
  readonly key: Scalar;
  readonly language: ReadableLanguage;
  /** False for 24 words, which have no checksum: a mistake in them opens another, empty wallet. */
  readonly hasChecksum: boolean;
  /** Old English words, or no checksum word: the reference asks the user to write down the new phrase. */
  readonly wasDeprecated: boolean;
}

/** Most characters of a word that a fault contains. */
const MAX_NAMED = 60;

/** The phrase of a key: 25 words with spaces between. */
export async function writeMnemonic(language: Language, key: Scalar): Promise<string> {
  return encodePhrase(await loadWordList(language), key).join(' ');
}

/**
 * Reads a phrase in any language. Tries the languages in the reference's order, first with exact spelling, then
 * without accents, so that a phrase gives the same key as in the reference. Faults: `bad_word_count`; `unknown_word`
 * (for the language that has most of the words); `bad_word_checksum`; `impossible_words`.
 */
export async function readMnemonic(text: string): Promise<ReadMnemonic> {
  const words = await wordsOfPhrase(text);
  const hasChecksum = words.length === PHRASE_WORDS + 1;
  if (!hasChecksum && words.length !== PHRASE_WORDS) throw fault('bad_word_count', { count: words.length });
  const { bytes, language } = await readWords(words);
  return { key: bytes, language, hasChecksum, wasDeprecated: language === 'EnglishOld' || !hasChecksum };
}

/** The 16 bytes that 13 words of MyMonero spell, in any language. */
export async function readShortMnemonic(
  text: string,
): Promise<{ readonly entropy: Uint8Array; readonly language: ReadableLanguage }> {
  const words = await wordsOfPhrase(text);
  if (words.length !== SHORT_WORDS) throw fault('bad_word_count', { count: words.length });
  const { bytes, language } = await readWords(words);
  return { entropy: bytes, language };
}

const readWords = async (
  words: readonly string[],
): Promise<{ readonly bytes: Uint8Array; readonly language: ReadableLanguage }> => {
  const failures: Failure[] = [];
  // Most phrases are English, the second language to try: load its list at once. A failure is thrown where the list
  // is needed.
  loadWordList('English').catch(() => undefined);
  for (const how of ['exact', 'folded'] as const) {
    for (const language of DETECTION_ORDER) {
      const list = await loadWordList(language);
      const reading = decodePhrase(list, words, how);
      if (reading.kind === 'key') {
        requireClear(list, words, reading.key, how);
        return { bytes: reading.key, language };
      }
      // The reference uses the first language that has all words.
      if (reading.kind === 'impossible') throw fault('impossible_words', { index: reading.index });
      failures.push({ list, reading, how });
    }
  }
  throw explain(words, failures);
};

/**
 * FLOSS is Floß, but by its first letters it is Floskel, as in the reference. If the words fit either way, neither is taken:
 * fault unknown_word.
 */
const requireClear = (list: WordList, words: readonly string[], key: Uint8Array, how: Strictness): void => {
  const typo = how === 'exact' ? words.findIndex((word) => isTypo(list, word, how)) : -1;
  const other = typo < 0 ? undefined : decodePhrase(list, words, 'folded');
  if (other?.kind === 'key' && !equalBytes(other.key, key)) throw unknownWord(list, words, typo);
};

interface Failure {
  readonly list: WordList;
  readonly reading: Extract<PhraseReading, { kind: 'unknown' | 'checksum' }>;
  readonly how: Strictness;
}

/** Chooses the most helpful fault when no language accepts the words. */
const explain = (words: readonly string[], failures: readonly Failure[]) => {
  const nearest = failures.reduce((best, next) => (knownWords(next) > knownWords(best) ? next : best));
  const { list, reading, how } = nearest;
  if (reading.kind === 'unknown') return unknownWord(list, words, reading.index);
  // Probably the mistake is in a word of which only the prefix is right.
  const typo = words.findIndex((word) => isTypo(list, word, how));
  if (typo >= 0) return unknownWord(list, words, typo);
  return fault('bad_word_checksum', { expected: reading.expected });
};

/** How well a language fits: the number of known words; Infinity when all are known but encode nothing. */
const knownWords = ({ reading }: Failure): number => (reading.kind === 'unknown' ? reading.known : Infinity);

const isTypo = (list: WordList, word: string, how: Strictness): boolean => {
  const index = list.findByPrefix(word, how);
  return index === undefined || !folded(list.words[index]!).startsWith(folded(word));
};

const unknownWord = (list: WordList, words: readonly string[], index: number) => {
  const word = words[index]!.slice(0, MAX_NAMED);
  const suggestion = suggestWord(list, word);
  return fault('unknown_word', { index, word, ...(suggestion !== undefined && { suggestion }) });
};
