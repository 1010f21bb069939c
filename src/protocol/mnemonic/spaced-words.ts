/**
 * The words of a typed phrase, also of a Japanese one without spaces: of all ways to cut it into words of the lists, the
 * checksum selects one. If it fits several, the text is not cut: another one would open another wallet.
 */
import { isKana, splitWords } from '../../base/split-words.ts';
import { decodePhrase, PHRASE_WORDS, SHORT_WORDS } from './phrase.ts';
import { valueAtTwo } from './polyseed/checksum.ts';
import { POLYSEED_WORDS } from './polyseed/seed.ts';
import { polyseedWords } from './polyseed/word-lists.ts';
import { loadWordList } from './word-list.ts';

/** Ways to cut a text that are tried; real phrases have a few. */
const MAX_SPLITS = 2_000;
/** No phrase is longer, in characters. */
const MAX_CHARS = 300;

/** The words; a text that cannot be cut stays one word, of which the readers of phrases say what is wrong. */
export async function wordsOfPhrase(text: string): Promise<string[]> {
  const words = splitWords(text);
  if (words.length >= SHORT_WORDS || !isKana(words)) return words;
  const whole = words.join('').normalize('NFC');
  if (whole.length > MAX_CHARS) return words;
  const [list, polyseed] = await Promise.all([loadWordList('Japanese'), polyseedWords('Japanese')]);
  const classic = [PHRASE_WORDS + 1, SHORT_WORDS].flatMap((count) => cut(whole, list.words, count));
  const short = cut(whole, polyseed.words, POLYSEED_WORDS);
  const fitting = [
    ...classic.filter((split) => decodePhrase(list, split, 'exact').kind === 'key'),
    ...short.filter((split) => valueAtTwo(split.map((word) => polyseed.words.indexOf(word))) === 0),
  ];
  if (fitting.length > 0) return fitting.length === 1 ? fitting[0]! : words;
  return classic[0] ?? short[0] ?? words;
}

/** All ways to cut a text into `count` words of a list, up to MAX_WAYS. */
const cut = (text: string, list: readonly string[], count: number): string[][] => {
  const words = new Set(list.map((word) => word.normalize('NFC')));
  const longest = Math.max(...list.map((word) => word.length));
  const splits: string[][] = [];
  /** Positions and counts from which the end was not reached. */
  const dead = new Set<string>();
  const walk = (at: number, before: readonly string[]): boolean => {
    if (at === text.length && before.length === count) return splits.push([...before]) > 0;
    const key = `${at} ${before.length}`;
    if (before.length >= count || dead.has(key) || splits.length >= MAX_SPLITS) return false;
    let reached = false;
    for (let end = at + 1; end <= Math.min(text.length, at + longest); end++) {
      const word = text.slice(at, end);
      if (words.has(word) && walk(end, [...before, word])) reached = true;
    }
    if (!reached && splits.length < MAX_SPLITS) dead.add(key);
    return reached;
  };
  walk(0, []);
  return splits;
};
