/** Puts a suggested word into a typed phrase. All other words stay as they were typed, and so does what stands beside them. */
import { cleanText } from '../../../base/clean-text.ts';

/** A word with the invisible characters in it. */
const TOKEN = /[\p{L}\p{M}'’ʼ`´][\p{L}\p{M}\p{Cf}'’ʼ`´]*/gu;
const plainOf = (token: string): string =>
  cleanText(token.replaceAll('´', "'")).normalize('NFKC').toLowerCase();

/**
 * `words`: those that were read in the text, in lower case, of which the one at `index` is replaced. Undefined: it is not
 * clear where it stands in the text.
 */
export function replaceWord(
  text: string,
  words: readonly string[],
  index: number,
  word: string,
): string | undefined {
  const wrong = words[index];
  const tokens = Array.from(text.matchAll(TOKEN)).filter(([token]) => plainOf(token) === wrong);
  const last = tokens.at(-1);
  const isLast =
    last !== undefined && index === words.length - 1 && last.index + last[0].length === text.length;
  if (last === undefined || (tokens.length > 1 && !isLast)) return undefined;
  return text.slice(0, last.index) + word + text.slice(last.index + last[0].length);
}
