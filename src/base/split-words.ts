/**
 * The words of a seed phrase as people write them down: with numbers, in columns, with bullets, quotation marks, commas,
 * line breaks, in any Unicode form. Whether they are words of a list, the worker knows.
 */
import { cleanText } from './clean-text.ts';

/** No list has words with these characters: only Lojban has an apostrophe, within words. */
const SEPARATORS = /[\s,;、。|/·•_+=\p{Pd}]+/u;
const MAX_WORDS = 1_000;
const EDGES = /^[^\p{L}\p{M}\p{N}]+|[^\p{L}\p{M}\p{N}]+$/gu;
const HAN = /^\p{Script=Han}+$/u;
const KANA = /^[\p{Script=Hiragana}\p{Script=Katakana}\p{M}ー]+$/u;
const ASIAN = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;

/** The words of a text. Chinese words are single characters, with or without spaces between them. */
export function splitWords(text: string): string[] {
  // U+00B4 would become a space with an accent.
  const parts = cleanText(text.replaceAll('´', "'"))
    .normalize('NFKC')
    .split(SEPARATORS)
    .filter((part) => part !== '');
  // No phrase is as long: only their number is of interest.
  if (parts.length > MAX_WORDS) return parts;
  const tokens = parts
    .flatMap((token) => (ASIAN.test(token) ? token.split(/(\d+)/) : token))
    .map(trimmed)
    .filter((token) => token !== '')
    .flatMap((token) => (HAN.test(token) ? Array.from(token) : token));
  return withoutNumbers(tokens);
}

/** Japanese without spaces: only the word list says where a word ends. */
export function isKana(words: readonly string[]): boolean {
  return words.length > 0 && words.every((word) => KANA.test(word));
}

const trimmed = (token: string): string => token.replace(EDGES, '');

/**
 * Removes numbers only if they count all words: otherwise 25 words with a mistake could become 24 words without a
 * checksum. The numbers decide about the order: columns that are read line by line have another one.
 */
const withoutNumbers = (tokens: string[]): string[] => {
  const parts = tokens.flatMap((token) => {
    const [, number = '', word = token] = /^(\d{1,3})(\D.*)?$/u.exec(token) ?? [];
    return number === '' ? [token] : [number, trimmed(word === token ? '' : word)];
  });
  const numbers = parts.filter((part) => /^\d+$/.test(part)).map(Number);
  const words = withoutLabel(
    parts.filter((part) => part !== '' && !/^\d+$/.test(part)),
    numbers.length,
  );
  const first = Math.min(...numbers);
  const sorted = numbers.toSorted((a, b) => a - b);
  const counts =
    numbers.length === words.length && first <= 1 && sorted.every((number, i) => number === first + i);
  if (!counts) return tokens;
  const ordered: string[] = [];
  for (const [i, number] of numbers.entries()) ordered[number - first] = words[i]!;
  return ordered;
};

/** `Word 1: velvet`: the same word stands before each number. */
const withoutLabel = (words: string[], count: number): string[] => {
  const label = words[0]?.toLowerCase();
  const labelled = words.length === 2 * count && count > 1;
  return labelled && words.every((word, i) => i % 2 === 1 || word.toLowerCase() === label)
    ? words.filter((_, i) => i % 2 === 1)
    : words;
};
