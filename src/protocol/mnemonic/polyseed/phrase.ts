/**
 * The 16 words of a Polyseed in one of ten languages. In languages with prefixes, four letters of a word are enough;
 * accents and capitals may be missing. Upstream: src/lang.c of tevador/polyseed.
 */
import { fault } from '../../faults.ts';
import { folded, splitWords } from '../typed-words.ts';
import { fromWordIndices, POLYSEED_WORDS, toWordIndices, type Polyseed } from './seed.ts';
import { listFacts, POLYSEED_LANGUAGES, polyseedWords, type PolyseedLanguage } from './word-lists.ts';

const PREFIX = 4;
/** Most characters of a word that a fault contains. */
const MAX_NAMED = 60;

/** Writes the phrase as the reference library does. */
export async function writePolyseed(seed: Polyseed, language: PolyseedLanguage): Promise<string> {
  const words = await polyseedWords(language);
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
  const words = splitWords(text);
  if (words.length !== POLYSEED_WORDS) throw fault('bad_word_count', { count: words.length });
  const readings = await Promise.all(POLYSEED_LANGUAGES.map((language) => readAs(language, words)));
  const fitting = readings.filter(({ known }) => known === POLYSEED_WORDS);
  if (fitting.length > 1) throw fault('bad_polyseed', { reason: 'languages' });
  const [reading] = fitting;
  if (reading) return { seed: fromWordIndices(reading.indices), language: reading.language };
  const nearest = readings.reduce((best, next) => (next.known > best.known ? next : best));
  const index = nearest.indices.indexOf(-1);
  throw fault('unknown_word', { index, word: words[index]!.slice(0, MAX_NAMED) });
}

interface Reading {
  readonly language: PolyseedLanguage;
  /** -1 for a word that is not in the list. */
  readonly indices: readonly number[];
  readonly known: number;
}

const readAs = async (language: PolyseedLanguage, typed: readonly string[]): Promise<Reading> => {
  const words = (await polyseedWords(language)).map(folded);
  const prefixes = listFacts[language].hasPrefixes === true;
  const indices = typed.map((each) => {
    const word = folded(each);
    const whole = words.indexOf(word);
    if (whole >= 0 || !prefixes || Array.from(word).length < PREFIX) return whole;
    return words.findIndex((listed) => listed.startsWith(word));
  });
  return { language, indices, known: indices.filter((index) => index >= 0).length };
};
