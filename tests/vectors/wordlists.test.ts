/** The word lists of the project are those that Monero and Polyseed publish, by the hash of their words. */
import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { LANGUAGES, languageFacts } from '../../src/protocol/mnemonic/languages.ts';
import { POLYSEED_LANGUAGES, polyseedWords } from '../../src/protocol/mnemonic/polyseed/word-lists.ts';
import { loadWordList } from '../../src/protocol/mnemonic/word-list.ts';
import { fileOf, polyseedLanguageOf } from './wordlists.ts';
import published from './wordlists.json' with { type: 'json' };

const sha256 = (words: readonly string[]): string =>
  createHash('sha256').update(words.join('\n')).digest('hex');
const languages = [...LANGUAGES, 'EnglishOld'] as const;

describe('the word lists', () => {
  it.each(languages)('have the published words of Monero in %s', async (language) => {
    const { words } = await loadWordList(language);
    expect({
      words: words.length,
      prefixLength: languageFacts[language].prefixLength,
      sha256: sha256(words),
    }).toEqual(published.monero[fileOf(language) as keyof typeof published.monero]);
  });
  it.each(Object.entries(published.polyseed))(
    'have the published words of Polyseed: %s',
    async (name, list) => {
      const { words } = await polyseedWords(polyseedLanguageOf(name));
      expect({ words: words.length, sha256: sha256(words) }).toEqual(list);
    },
  );
  it('are all published', () => {
    expect(languages.map(fileOf).sort()).toEqual(Object.keys(published.monero));
    expect(Object.keys(published.polyseed)).toHaveLength(POLYSEED_LANGUAGES.length);
  });
});
