/** Recognises words that may belong to a phrase. It loads all word lists: ask only when a text has words beside a phrase. */
import { DETECTION_ORDER } from './languages.ts';
import { POLYSEED_LANGUAGES, polyseedWords } from './polyseed/word-lists.ts';
import { folded } from './typed-words.ts';
import { loadWordList } from './word-list.ts';

const PREFIX = 4;

/**
 * The first of the words `beside` a phrase that is in a list of any language, or makes such a word together with the first
 * or the last one of the phrase, since a line may end within a word. If words of the phrase are cut after some
 * letters, so may these be: then one that begins a word of the phrase's list counts too. Undefined: none.
 */
export async function listedWord(
  beside: readonly string[],
  phrase: { readonly words: readonly string[]; readonly language: string },
): Promise<string | undefined> {
  const lists = await Promise.all([
    ...DETECTION_ORDER.map(async (language) => {
      const { words, prefixLength } = await loadWordList(language);
      return { language, words: words.map(folded), prefixLength };
    }),
    ...POLYSEED_LANGUAGES.map(async (language) => {
      const { folded: words } = await polyseedWords(language);
      return { language, words, prefixLength: PREFIX };
    }),
  ]);
  const known = new Set(lists.flatMap(({ words }) => words));
  const own = lists.filter(({ language }) => language === phrase.language);
  const isCut = phrase.words.some((word) => !known.has(folded(word)));
  const [first, last] = [phrase.words[0] ?? '', phrase.words.at(-1) ?? ''];
  return beside.find((each) => {
    const word = folded(each);
    if (known.has(folded(each + first)) || known.has(folded(last + each))) return true;
    const begins = ({ words, prefixLength }: (typeof own)[number]): boolean =>
      Array.from(word).length >= prefixLength && words.some((listed) => listed.startsWith(word));
    return known.has(word) || (isCut && own.some(begins));
  });
}
