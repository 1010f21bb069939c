/** Seeds that tevador's library made, and what must hold for each. */
import { expect } from 'vitest';
import { fromHex, toHex } from '../../../src/base/hex.ts';
import { readPolyseed, writePolyseed } from '../../../src/protocol/mnemonic/polyseed/phrase.ts';
import {
  encryptOrDecrypt,
  isEncrypted,
  polyseedKey,
  polyseedTime,
} from '../../../src/protocol/mnemonic/polyseed/seed.ts';
import { readStoredPolyseed, writeStoredPolyseed } from '../../../src/protocol/mnemonic/polyseed/stored.ts';
import { listFacts, polyseedLanguageName } from '../../../src/protocol/mnemonic/polyseed/word-lists.ts';
import { polyseedLanguageOf } from '../wordlists.ts';

export interface PolyseedVector {
  readonly language: string;
  readonly language_native: string;
  readonly birthday: number;
  readonly phrase: string;
  readonly key: string;
  readonly stored: string;
  readonly encrypted: boolean;
  readonly password: string | null;
}

/** The phrase has this secret, birthday and key, and is what is written for that seed. */
export async function expectPolyseed(vector: PolyseedVector): Promise<void> {
  const { language, language_native, phrase, stored, birthday, key, password, encrypted } = vector;
  const read = await readPolyseed(phrase);
  expect(read.language).toBe(polyseedLanguageOf(language));
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
