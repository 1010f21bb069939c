/** Polyseed compared with seeds that tevador's library made: ten languages, plain and encrypted. */
import { beforeAll, describe, expect, it } from 'vitest';
import { fromHex, toHex } from '../../../src/base/hex.ts';
import { readPolyseed, writePolyseed } from '../../../src/protocol/mnemonic/polyseed/phrase.ts';
import {
  encryptOrDecrypt,
  isEncrypted,
  polyseedKey,
  polyseedTime,
} from '../../../src/protocol/mnemonic/polyseed/seed.ts';
import { readStoredPolyseed, writeStoredPolyseed } from '../../../src/protocol/mnemonic/polyseed/stored.ts';
import {
  POLYSEED_LANGUAGES,
  listFacts,
  polyseedLanguageName,
  polyseedWords,
  type PolyseedLanguage,
} from '../../../src/protocol/mnemonic/polyseed/word-lists.ts';
import { readVectorText, vectorsDir } from '../../support/vectors.ts';

interface Vector {
  readonly language: string;
  readonly language_native: string;
  readonly birthday: number;
  readonly phrase: string;
  readonly key: string;
  readonly stored: string;
  readonly encrypted: boolean;
  readonly password: string | null;
}

const languageOf = (name: string): PolyseedLanguage =>
  POLYSEED_LANGUAGES.find((known) => known.toLowerCase() === name.toLowerCase())!;

describe.skipIf(!vectorsDir())('seeds of the library (skipped: no vectors)', () => {
  let vectors: readonly Vector[] = [];
  let lists: Readonly<Record<string, { readonly words: readonly string[] }>> = {};
  beforeAll(() => {
    vectors = JSON.parse(readVectorText('polyseed', 'vectors.json')) as Vector[];
    lists = JSON.parse(readVectorText('polyseed', 'wordlists.json')) as typeof lists;
  });

  it('have the word lists of the library', async () => {
    expect(Object.keys(lists)).toHaveLength(POLYSEED_LANGUAGES.length);
    for (const [name, { words }] of Object.entries(lists))
      expect((await polyseedWords(languageOf(name))).words).toEqual(
        words.map((word) => word.normalize('NFC')),
      );
  });

  it('have the secret, birthday and key of each phrase, and are written as that phrase', async () => {
    expect(vectors).toHaveLength(80);
    for (const { language, language_native, phrase, stored, birthday, key, password, encrypted } of vectors) {
      const read = await readPolyseed(phrase);
      expect(read.language).toBe(languageOf(language));
      expect(polyseedLanguageName(read.language)).toBe(language);
      expect(listFacts[read.language].localName).toBe(language_native);
      expect(isEncrypted(read.seed)).toBe(encrypted);
      expect(polyseedTime(read.seed)).toBe(birthday);
      expect(toHex(writeStoredPolyseed(read.seed))).toBe(stored);
      expect(readStoredPolyseed(fromHex(stored))).toEqual(read.seed);
      const plain = password === null ? read.seed : encryptOrDecrypt(read.seed, password);
      expect([language, phrase, toHex(polyseedKey(read.seed))]).toEqual([language, phrase, key]);
      expect(isEncrypted(plain)).toBe(false);
      const written = await writePolyseed(read.seed, read.language);
      expect(written.normalize('NFC')).toBe(phrase.normalize('NFC'));
    }
  }, 60_000);
});
