/** The lists the project carries, against the reference's own tables. */
import { describe, expect, it } from 'vitest';
import { LANGUAGES, languageFacts } from '../../src/protocol/mnemonic/languages.ts';
import { loadWordList } from '../../src/protocol/mnemonic/word-list.ts';
import { readVectorText, vectorsDir } from '../support/vectors.ts';

describe.skipIf(!vectorsDir())('word lists (skipped: no vectors)', () => {
  it.each([...LANGUAGES, 'EnglishOld'] as const)('equal the published one in %s', async (language) => {
    const file =
      language === 'EnglishOld' ? 'english_old' : language.toLowerCase().replace(/ \((\w+)\)/, '_$1');
    const vector = JSON.parse(readVectorText('wordlists', `${file}.json`)) as {
      prefix_length: number;
      words: string[];
    };
    expect((await loadWordList(language)).words).toEqual(vector.words);
    expect(languageFacts[language].prefixLength).toBe(vector.prefix_length);
  });
});
