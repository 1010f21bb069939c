/** x_word_hint: up to four words of a language that begin with a text; `polyseed`: of its list for 16 words. */
import { parseLanguage } from '../../protocol/mnemonic/languages.ts';
import { parsePolyseedLanguage, polyseedWords } from '../../protocol/mnemonic/polyseed/word-lists.ts';
import { folded } from '../../protocol/mnemonic/typed-words.ts';
import { loadWordList } from '../../protocol/mnemonic/word-list.ts';
import { defineMethod } from '../method.ts';
import { bool, def, listOf, str } from '../schema.ts';

const MOST = 4;

export default defineMethod({
  name: 'x_word_hint',
  access: 'read',
  console: { needs: ['prefix'], example: { language: 'English', prefix: 'sai' } },
  params: { language: str, prefix: str, polyseed: def(bool, false) },
  result: { words: listOf(str) },
  handle: async ({ language, prefix, polyseed }) => {
    const start = folded(prefix.trim());
    if (start === '') return { words: [] };
    const { words } = polyseed
      ? await polyseedWords(parsePolyseedLanguage(language))
      : await loadWordList(parseLanguage(language));
    return { words: words.filter((word) => folded(word).startsWith(start)).slice(0, MOST) };
  },
});
