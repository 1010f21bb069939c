/** Every word of the lists of Monero and of Polyseed, and all seeds that tevador's library made. */
import { describe, expect, it } from 'vitest';
import { LANGUAGES, languageFacts } from '../../src/protocol/mnemonic/languages.ts';
import { polyseedWords } from '../../src/protocol/mnemonic/polyseed/word-lists.ts';
import { loadWordList } from '../../src/protocol/mnemonic/word-list.ts';
import { readVectorJson } from '../support/vectors.ts';
import { fileOf, polyseedLanguageOf } from '../vectors/wordlists.ts';
import { expectPolyseed, type PolyseedVector } from '../vectors/protocol/polyseed.ts';

describe('the words of Monero', () => {
  it.each([...LANGUAGES, 'EnglishOld'] as const)('are those of the list in %s', async (language) => {
    const published = readVectorJson('wordlists', `${fileOf(language)}.json`) as {
      prefix_length: number;
      words: string[];
    };
    expect((await loadWordList(language)).words).toEqual(published.words);
    expect(languageFacts[language].prefixLength).toBe(published.prefix_length);
  });
});

describe('Polyseed', () => {
  const lists = readVectorJson('polyseed', 'wordlists.json') as Record<string, { words: string[] }>;
  it.each(Object.entries(lists))('has the words of the list in %s', async (name, { words }) => {
    expect((await polyseedWords(polyseedLanguageOf(name))).words).toEqual(
      words.map((word) => word.normalize('NFC')),
    );
  });
  it('reads and writes all seeds of the library', async () => {
    const seeds = readVectorJson('polyseed', 'vectors.json') as PolyseedVector[];
    expect(seeds).toHaveLength(80);
    for (const seed of seeds) await expectPolyseed(seed);
  });
});
