/** x_word_hint: up to four words of a language that begin with a text. */
import { parseLanguage } from '../../protocol/mnemonic/languages.ts';
import { folded } from '../../protocol/mnemonic/typed-words.ts';
import { loadWordList } from '../../protocol/mnemonic/word-list.ts';
import { defineMethod } from '../method.ts';
import { listOf, str } from '../schema.ts';

const MOST = 4;

export default defineMethod({
  name: 'x_word_hint',
  params: { language: str, prefix: str },
  result: { words: listOf(str) },
  handle: async ({ language, prefix }) => {
    const start = folded(prefix.trim());
    if (start === '') return { words: [] };
    const { words } = await loadWordList(parseLanguage(language));
    return { words: words.filter((word) => folded(word).startsWith(start)).slice(0, MOST) };
  },
});
