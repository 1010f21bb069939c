import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { equalBytes } from '../../../../src/base/bytes.ts';
import { toHex } from '../../../../src/base/hex.ts';
import { LANGUAGES, languageFacts, parseLanguage } from '../../../../src/protocol/mnemonic/languages.ts';
import { readMnemonic, writeMnemonic } from '../../../../src/protocol/mnemonic/mnemonic.ts';
import { decodePhrase, encodePhrase } from '../../../../src/protocol/mnemonic/phrase.ts';
import { loadWordList } from '../../../../src/protocol/mnemonic/word-list.ts';
import { seed32 } from '../keys/arbitrary.ts';

// The seed of the reference's own functional tests (tests/functional_tests).
const PHRASE =
  'velvet lymph giddy number token physics poetry unquoted nibs useful sabotage limits benches lifestyle eden ' +
  'nitrogen anvil fewest avoid batch vials washing fences goat unquoted';

const faultOf = async (text: string): Promise<unknown> => {
  try {
    await readMnemonic(text);
  } catch (error) {
    const { code, data } = error as { code: string; data: object };
    return { code, ...data };
  }
  return 'no fault';
};
const replaceWord = (index: number, word: string): string => PHRASE.split(' ').with(index, word).join(' ');

describe('seed phrases', () => {
  it('are read back in every language, with the language', async () => {
    await fc.assert(
      // Random keys, as wallets draw them: a made-up one of few values can be words of two languages.
      fc.asyncProperty(fc.noBias(seed32), async (key) => {
        for (const language of LANGUAGES) {
          const phrase = await writeMnemonic(language, key);
          expect(phrase.split(' ')).toHaveLength(25);
          expect(await readMnemonic(phrase)).toEqual({
            key,
            language,
            hasChecksum: true,
            wasDeprecated: false,
          });
        }
      }),
      { numRuns: 20 },
    );
  });

  it('are read from words cut to their unique prefix, in every language', async () => {
    await fc.assert(
      fc.asyncProperty(seed32, async (key) => {
        for (const language of LANGUAGES) {
          const words = encodePhrase(await loadWordList(language), key);
          const short = words.map((word) =>
            Array.from(word).slice(0, languageFacts[language].prefixLength).join(''),
          );
          expect(toHex((await readMnemonic(short.join(' '))).key)).toBe(toHex(key));
        }
      }),
      { numRuns: 20 },
    );
  });

  it('are read as phones change them: capitals, split or missing accents, numbers, commas', async () => {
    const key = Uint8Array.from({ length: 32 }, (_, i) => (i * 37 + 11) & 255).with(31, 3);
    for (const language of LANGUAGES) {
      const words = encodePhrase(await loadWordList(language), key);
      const plain = words.map((word) => word.normalize('NFKD').replace(/\p{M}/gu, '').replace("'", '’'));
      for (const text of [
        words.join(' ').toUpperCase(),
        words.map((word) => word[0]!.toUpperCase() + word.slice(1)).join('\n'),
        words.join(' ').normalize('NFD'),
        words.join('\u3000'),
        words.join(', '),
        words.map((word, i) => `${i + 1}. ${word}`).join('\n'),
        words.map((word, i) => `${i + 1}.${word}`).join(' '),
        words.map((word, i) => `${i + 1} ${word}`).join(' '),
      ])
        expect(toHex((await readMnemonic(text)).key), text).toBe(toHex(key));
      // Russian й and и are different letters; everywhere else accents may be left out.
      if (language !== 'Russian')
        expect(await readMnemonic(plain.join(' '))).toMatchObject({ key, language });
    }
    const chinese = (await writeMnemonic('Chinese (simplified)', key)).replaceAll(' ', '');
    expect(await readMnemonic(chinese)).toMatchObject({ key, language: 'Chinese (simplified)' });
  });

  it('in German are read with ss in place of ß, as in capitals and in Switzerland', async () => {
    const list = await loadWordList('German');
    const sharp = list.words.filter((word) => word.includes('ß'));
    expect(sharp.length).toBeGreaterThan(3);
    const clear: { readonly key: Uint8Array; readonly typed: string }[] = [];
    const unclear: typeof clear = [];
    for (let i = 0; i < 3_000; i++) {
      const key = new Uint8Array(32);
      // The first word is the one with ß.
      new DataView(key.buffer).setUint32(0, list.words.indexOf(sharp[i % sharp.length]!), true);
      new DataView(key.buffer).setUint32(4, i, true);
      const words = encodePhrase(list, key);
      const typed = words.map((word) => word.replaceAll('ß', 'ss').toUpperCase()).join(' ');
      const reading = decodePhrase(list, typed.split(' '), 'exact');
      (reading.kind === 'key' && !equalBytes(reading.key, key) ? unclear : clear).push({ key, typed });
    }
    for (const { key, typed } of clear.slice(0, 50))
      expect((await readMnemonic(typed)).key, typed).toEqual(key);
    // The checksum fits FLOSS as Floß and as Floskel.
    expect(unclear.length).toBeGreaterThan(0);
    for (const { typed } of unclear.slice(0, 5))
      await expect(readMnemonic(typed), typed).rejects.toThrow('unknown_word');
  });
  it('of 24 whole words are read without a checksum, and marked so', async () => {
    const { key } = await readMnemonic(PHRASE);
    const words = PHRASE.split(' ').slice(0, 24);
    expect(await readMnemonic(words.join(' '))).toEqual({
      key,
      language: 'English',
      hasChecksum: false,
      wasDeprecated: true,
    });
    expect(await faultOf(words.with(3, 'numb').join(' '))).toMatchObject({ code: 'unknown_word', index: 3 });
  });

  it('in old English are read and marked so', async () => {
    const list = await loadWordList('EnglishOld');
    const key = Uint8Array.from({ length: 32 }, (_, i) => i);
    // The encoding is the same in every language: take the words at the same positions of the other list.
    const english = await loadWordList('English');
    const places = encodePhrase(english, key).map((word) => english.words.indexOf(word));
    const old = places.slice(0, 24).map((place) => list.words[place]!);
    expect(await readMnemonic(old.join(' '))).toEqual({
      key,
      language: 'EnglishOld',
      hasChecksum: false,
      wasDeprecated: true,
    });
    expect(() => encodePhrase(list, key)).toThrow('never written');
  });

  // threat: hostile-text
  it('with a wrong word are refused with that word and the most similar one', async () => {
    expect(await faultOf(replaceWord(4, 'tonek'))).toMatchObject({
      code: 'unknown_word',
      index: 4,
      word: 'tonek',
    });
    expect(await faultOf(replaceWord(4, 'toekn'))).toEqual({
      code: 'unknown_word',
      index: 4,
      word: 'toekn',
      suggestion: 'token',
    });
    expect(await faultOf(replaceWord(0, '12345'))).toEqual({ code: 'unknown_word', index: 0, word: '12345' });
    expect(await faultOf(replaceWord(0, '1.'))).toMatchObject({ code: 'unknown_word', index: 0, word: '1' });
    // Only its first three letters are right: the checksum fails because of this word.
    expect(await faultOf(replaceWord(9, 'ultzzz'))).toMatchObject({ code: 'unknown_word', index: 9 });
  });

  // threat: hostile-text
  it('with a wrong checksum are distinguished from those with a wrong word', async () => {
    expect(await faultOf(replaceWord(24, 'token'))).toEqual({
      code: 'bad_word_checksum',
      expected: 'unquoted',
    });
    expect(await faultOf(replaceWord(0, 'abbey'))).toMatchObject({ code: 'bad_word_checksum' });
  });

  it('of a wrong count are refused before the words are looked up', async () => {
    const words = PHRASE.split(' ');
    for (const count of [0, 1, 12, 13, 16, 23])
      expect(await faultOf(words.slice(0, count).join(' '))).toEqual({ code: 'bad_word_count', count });
    expect(await faultOf(`${PHRASE} token`)).toEqual({ code: 'bad_word_count', count: 26 });
    expect(await faultOf('a '.repeat(1_000_000))).toEqual({ code: 'bad_word_count', count: 1_000_000 });
    expect(await faultOf(`${PHRASE}${' '.repeat(100_000)}token`)).toEqual({
      code: 'bad_word_count',
      count: 26,
    });
  });

  it('with three words that encode no four bytes are refused', async () => {
    const { words } = await loadWordList('English');
    const spelled = PHRASE.split(' ').slice(0, 24);
    // The greatest digits: 1626^3 - 1 is more than 2^32 - 1.
    spelled.splice(3, 3, words[1625]!, words[1624]!, words[1623]!);
    expect(await faultOf(spelled.join(' '))).toEqual({ code: 'impossible_words', index: 3 });
  });

  it('are read from any text without an unexpected error', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.string({ unit: 'grapheme', maxLength: 30 }), { maxLength: 26 }),
        async (words) => {
          expect(await faultOf(words.join(' '))).toHaveProperty('code');
        },
      ),
      { numRuns: 40 },
    );
  });
});

describe('languages', () => {
  it('are known by their English and their own names', () => {
    for (const language of LANGUAGES) {
      expect(parseLanguage(language)).toBe(language);
      expect(parseLanguage(languageFacts[language].localName)).toBe(language);
    }
    expect(parseLanguage('Русский')).toBe('Russian');
    for (const name of ['', 'Klingon', 'EnglishOld', 'english'])
      expect(() => parseLanguage(name)).toThrow(expect.objectContaining({ code: 'unknown_language' }));
  });
});
