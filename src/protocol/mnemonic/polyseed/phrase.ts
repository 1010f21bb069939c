/**
 * The 16 words of a Polyseed in one of ten languages. In languages with prefixes, four letters of a word are enough;
 * accents and capitals may be missing. Upstream: src/lang.c of tevador/polyseed.
 */
import { fault } from '../../faults.ts';
import { editDistance, suggestWord } from '../suggest.ts';
import { wordsOfPhrase } from '../spaced-words.ts';
import { folded } from '../typed-words.ts';
import { fittingReplacements, valueAtTwo } from './checksum.ts';
import { fromWordIndices, POLYSEED_WORDS, toWordIndices, type Polyseed } from './seed.ts';
import { listFacts, POLYSEED_LANGUAGES, polyseedWords, type PolyseedLanguage } from './word-lists.ts';

const PREFIX = 4;
/** Most characters of a word that a fault contains. */
const MAX_NAMED = 60;

/** Writes the phrase as the reference library does. */
export async function writePolyseed(seed: Polyseed, language: PolyseedLanguage): Promise<string> {
  const { words } = await polyseedWords(language);
  return toWordIndices(seed)
    .map((index) => words[index]!)
    .join(listFacts[language].separator ?? ' ');
}

/**
 * Reads 16 words in any language. Faults: bad_word_count; unknown_word (for the language that has most of the words);
 * bad_polyseed with reason `languages` when two languages have all words, `checksum` or `features`.
 */
export async function readPolyseed(
  text: string,
): Promise<{ readonly seed: Polyseed; readonly language: PolyseedLanguage }> {
  const words = await wordsOfPhrase(text);
  if (words.length !== POLYSEED_WORDS) throw fault('bad_word_count', { count: words.length });
  const readings = await Promise.all(POLYSEED_LANGUAGES.map((language) => readAs(language, words)));
  const fitting = readings.filter(({ known }) => known === POLYSEED_WORDS);
  if (fitting.length > 1) throw fault('bad_polyseed', { reason: 'languages' });
  const [reading] = fitting;
  if (!reading) throw await unknownWord(words, readings);
  const { indices, language } = reading;
  if (valueAtTwo(indices) !== 0)
    throw fault('bad_polyseed', { reason: 'checksum', ...(await likelyMistake(reading)) });
  return { seed: fromWordIndices(indices), language };
}

interface Reading {
  readonly language: PolyseedLanguage;
  /** -1 for a word that is not in the list. */
  readonly indices: readonly number[];
  readonly known: number;
}

const readAs = async (language: PolyseedLanguage, typed: readonly string[]): Promise<Reading> => {
  const words = (await polyseedWords(language)).folded;
  const prefixes = listFacts[language].hasPrefixes === true;
  const indices = typed.map((each) => {
    const word = folded(each);
    const whole = words.indexOf(word);
    if (whole >= 0 || !prefixes || Array.from(word).length < PREFIX) return whole;
    return words.findIndex((listed) => listed.startsWith(word));
  });
  return { language, indices, known: indices.filter((index) => index >= 0).length };
};

const unknownWord = async (typed: readonly string[], readings: readonly Reading[]) => {
  const nearest = readings.reduce((best, next) => (next.known > best.known ? next : best));
  const index = nearest.indices.indexOf(-1);
  const word = typed[index]!.slice(0, MAX_NAMED);
  const suggestion = suggestWord(await polyseedWords(nearest.language), word);
  return fault('unknown_word', { index, word, ...(suggestion !== undefined && { suggestion }) });
};

/**
 * The checksum alone does not tell which word is wrong: at each position exactly one other word would fit. If just one
 * of these differs by a single letter from the word that stands there, that word is probably a slip of the pen.
 */
const likelyMistake = async ({ language, indices }: Reading) => {
  const { words, folded: plain } = await polyseedWords(language);
  const letters = (index: number): string[] => Array.from(plain[index]!);
  const similar = fittingReplacements(indices).flatMap((fitting, index) =>
    editDistance(letters(indices[index]!), letters(fitting)) === 1
      ? [{ index, word: words[indices[index]!]!, suggestion: words[fitting]! }]
      : [],
  );
  return similar.length === 1 ? similar[0] : undefined;
};
