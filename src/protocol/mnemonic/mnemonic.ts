/**
 * Seed phrases: a spend key as words of one of twelve languages, and back, finding the language.
 * Upstream: src/mnemonics/electrum-words.cpp, `on_restore_deterministic_wallet` in src/wallet/wallet_rpc_server.cpp.
 * Judge: tests/parity/mnemonics.test.ts
 */
import { fault } from '../faults.ts';
import { DETECTION_ORDER, type Language, type ReadableLanguage } from './languages.ts';
import { decodePhrase, encodePhrase, PHRASE_WORDS, type PhraseReading } from './phrase.ts';
import { suggestWord } from './suggest.ts';
import { folded, splitWords } from './typed-words.ts';
import { loadWordList, type Strictness, type WordList } from './word-list.ts';

export interface ReadMnemonic {
  /** The 32 bytes as spelt; an account reduces them. */
  readonly key: Uint8Array;
  readonly language: ReadableLanguage;
  /** 24 words carry no checksum: a slip in them goes unnoticed and opens another, empty wallet. */
  readonly hasChecksum: boolean;
  /** Old English or no checksum word: the reference asks people to write down the new phrase. */
  readonly wasDeprecated: boolean;
}

/** A fault names a word, not a pasted page. */
const MAX_NAMED = 60;

/** The phrase of a key: 25 words with spaces between. */
export async function writeMnemonic(language: Language, key: Uint8Array): Promise<string> {
  return encodePhrase(await loadWordList(language), key).join(' ');
}

/**
 * Reads a phrase in whatever language it is. Languages are tried in the reference's order, all of them to the letter
 * first and then with accents left out, so that whatever the reference reads, we read alike.
 * Faults: `bad_word_count`; `unknown_word` (of the language that knows most of the words); `bad_word_checksum`;
 * `impossible_words`.
 */
export async function readMnemonic(text: string): Promise<ReadMnemonic> {
  const words = splitWords(text);
  const hasChecksum = words.length === PHRASE_WORDS + 1;
  if (!hasChecksum && words.length !== PHRASE_WORDS) throw fault('bad_word_count', { count: words.length });
  const failures: Failure[] = [];
  // Most phrases are in English, which is tried second: its list comes along. Whoever wants it hears of a failure.
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

/** The most helpful thing to say about words that no language reads. */
const explain = (words: readonly string[], failures: readonly Failure[]) => {
  const nearest = failures.reduce((best, next) => (closeness(next) > closeness(best) ? next : best));
  const { list, reading, how } = nearest;
  if (reading.kind === 'unknown') return unknownWord(list, words, reading.index);
  // A word that is right in its first letters only is where the slip must be.
  const slip = words.findIndex((word) => isSlip(list, word, how));
  if (slip >= 0) return unknownWord(list, words, slip);
  return fault('bad_word_checksum', { expected: reading.expected });
};

/** How far a reading came: words known, then all known but wrong together. */
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
