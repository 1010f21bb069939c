/**
 * The words of a seed phrase as people write them down: with numbers, in columns, with bullets, quotation marks, commas,
 * line breaks, in any Unicode form. Whether they are words of a list, the worker knows.
 */
import { cleanText } from './clean-text.ts';

/** No list has words with these characters: only Lojban has an apostrophe, within words. */
const SEPARATORS = /[\s,;、。|/·•_+="“”«»\p{Pd}]+/u;
const MAX_WORDS = 1_000;
/** A frame around the digit before it. */
const KEYCAP = '\u20e3';
const LETTER = /[\p{L}\p{M}\p{N}]/u;
const HAN = /^\p{Script=Han}+$/u;
const KANA = /^[\p{Script=Hiragana}\p{Script=Katakana}\p{M}ー]+$/u;
const ASIAN = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;

/** The words of a text. Chinese words are single characters, with or without spaces between them. */
export function splitWords(text: string): string[] {
  // U+00B4 would become a space with an accent.
  const parts = cleanText(asciiDigits(text).replaceAll('´', "'").replaceAll(KEYCAP, ''))
    .normalize('NFKC')
    .split(SEPARATORS)
    .filter((part) => part !== '');
  // No phrase is as long: only their number is of interest.
  if (parts.length > MAX_WORDS) return parts;
  const tokens = parts
    .flatMap((token) => (ASIAN.test(token) ? token.split(/(\d+)/) : token))
    .map(trimmed)
    .filter((token) => token !== '')
    .flatMap(characters);
  return inNumberedOrder(tokens) ?? tokens;
}

/** Japanese without spaces: only the word list says where a word ends. */
export function isKana(words: readonly string[]): boolean {
  return words.length > 0 && words.every((word) => KANA.test(word));
}

/** Decimal digits of all scripts as those of ASCII: ten of them follow each other in Unicode. */
export function asciiDigits(text: string): string {
  return text.replace(/(?![0-9])\p{Nd}/gu, (digit) => {
    const code = digit.codePointAt(0)!;
    let value = 0;
    while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(code - value - 1))) value += 1;
    return `${value}`;
  });
}

const characters = (token: string): string | string[] => (HAN.test(token) ? Array.from(token) : token);

const trimmed = (token: string): string => {
  const all = Array.from(token);
  const first = all.findIndex((each) => LETTER.test(each));
  if (first < 0) return '';
  let end = all.length;
  while (!LETTER.test(all[end - 1]!)) end -= 1;
  return all.slice(first, end).join('');
};

/**
 * The words in the order of their numbers, if the numbers count all of them: otherwise 25 words with a mistake could become
 * 24 words without a checksum. Columns that are read line by line have another order.
 */
const inNumberedOrder = (tokens: readonly string[]): string[] | undefined => {
  const parts = tokens
    .flatMap((token) => token.split(/(\d+)/))
    .map(trimmed)
    .filter((part) => part !== '')
    .flatMap(characters);
  const numbers = withoutTotal(parts.filter((part) => /^\d{1,3}$/.test(part)).map(Number));
  const words = withoutLabels(
    parts.filter((part) => !/^\d{1,3}$/.test(part)),
    numbers.length,
  );
  const sorted = numbers.toSorted((a, b) => a - b);
  const [first = Infinity] = sorted;
  const counts =
    numbers.length === words.length && first <= 1 && sorted.every((number, i) => number === first + i);
  if (!counts) return undefined;
  const ordered: string[] = [];
  for (const [i, number] of numbers.entries()) ordered[number - first] = words[i]!;
  return ordered;
};

/** `1/25`, `1 of 25`: each second number is how many words there are. */
const withoutTotal = (numbers: number[]): number[] => {
  const total = numbers[1];
  const half = numbers.length / 2;
  return half > 1 && total === half && numbers.every((number, i) => i % 2 === 0 || number === total)
    ? numbers.filter((_, i) => i % 2 === 0)
    : numbers;
};

const MOST_LABELS = 3;
/** `Word 1 of 25: velvet`: the same words stand beside each number. */
const withoutLabels = (words: string[], count: number): string[] => {
  const period = words.length / count;
  if (count < 2 || !Number.isInteger(period) || period < 2 || period > 1 + MOST_LABELS) return words;
  const isLabel = Array.from({ length: period }, (_, at) =>
    words.every((word, i) => i % period !== at || word.toLowerCase() === words[at]!.toLowerCase()),
  );
  return isLabel.filter((each) => !each).length === 1 ? words.filter((_, i) => !isLabel[i % period]) : words;
};
