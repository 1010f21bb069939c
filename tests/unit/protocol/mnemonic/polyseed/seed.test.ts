/** Polyseed: the phrase of tevador's own tests, its key and its encryption; and what is refused. */
import { describe, expect, it } from 'vitest';
import { fromHex, toHex } from '../../../../../src/base/hex.ts';
import { readPolyseed, writePolyseed } from '../../../../../src/protocol/mnemonic/polyseed/phrase.ts';
import {
  encryptOrDecrypt,
  fromWordIndices,
  makePolyseed,
  polyseedKey,
  polyseedTime,
  toWordIndices,
} from '../../../../../src/protocol/mnemonic/polyseed/seed.ts';
import {
  readStoredPolyseed,
  writeStoredPolyseed,
} from '../../../../../src/protocol/mnemonic/polyseed/stored.ts';
import { valueAtTwo } from '../../../../../src/protocol/mnemonic/polyseed/checksum.ts';
import {
  POLYSEED_LANGUAGES,
  polyseedWords,
} from '../../../../../src/protocol/mnemonic/polyseed/word-lists.ts';
import { seededRandom } from '../../../../support/seeded-random.ts';
import { inTier } from '../../../../support/tier.ts';

const PHRASE =
  'raven tail swear infant grief assist regular lamp duck valid someone little harsh puppy airport language';
const SECRET = 'dd76e7359a0ded37cd0ff0f3c829a5ae016733';
const faultOf = (work: () => unknown): unknown => {
  try {
    return work();
  } catch (error) {
    return error;
  }
};

describe('the test phrase of tevador/polyseed', () => {
  it('has the expected secret, birthday and key, in full and cut to four letters', async () => {
    const cut = PHRASE.split(' ').map((word) => word.slice(0, 4));
    for (const text of [PHRASE, PHRASE.toUpperCase(), cut.join(' ')]) {
      const { seed, language } = await readPolyseed(text);
      expect([toHex(seed.secret), seed.birthday, seed.features, language]).toEqual([SECRET, 1, 0, 'English']);
      expect(polyseedTime(seed)).toBe(1_635_768_000 + 2_629_746);
    }
    const { seed } = await readPolyseed(PHRASE);
    expect(toHex(polyseedKey(seed))).toBe('21268a76048a3b25a4a9ac179d86b12fab5800b8d858da9facf4b0a778dc2840');
  });
  it('is encrypted and decrypted with a password', async () => {
    const { seed } = await readPolyseed(PHRASE);
    const hidden = encryptOrDecrypt(seed, 'password');
    expect([toHex(hidden.secret), hidden.features]).toEqual(['551190ebb969f3166df2d5deff8075c52ce00e', 16]);
    const { seed: read } = await readPolyseed(await writePolyseed(hidden, 'English'));
    expect(encryptOrDecrypt(read, 'password')).toEqual(seed);
  });
});

describe('a Polyseed', () => {
  const random = seededRandom('polyseed');
  it('is read from its words in every language', async () => {
    for (const language of POLYSEED_LANGUAGES) {
      const seed = makePolyseed(random(19), 1_700_000_000);
      const phrase = await writePolyseed(seed, language);
      const read = await readPolyseed(phrase).catch((error: unknown) => error);
      // A few Chinese phrases fit both lists.
      if (!(read instanceof Error)) expect(read).toEqual({ seed, language });
      else expect(read).toMatchObject({ data: { reason: 'languages' } });
    }
  });
  it('with any one word wrong is refused', () => {
    for (let round = 0; round < 1000; round++) {
      const words = toWordIndices(makePolyseed(random(19), 1_800_000_000));
      const [at, by] = [round % 16, 1 + (random(1)[0]! % 255)];
      const wrong = words.with(at, (words[at]! + by) % 2048);
      expect(faultOf(() => fromWordIndices(wrong))).toMatchObject({ data: { reason: 'checksum' } });
    }
  });
  it('with any one word wrong is refused in every language, and a word that is in no list is named', async () => {
    for (let round = 0; round < inTier({ short: 160, long: 1000 }); round++) {
      const language = POLYSEED_LANGUAGES[round % POLYSEED_LANGUAGES.length]!;
      const { words } = await polyseedWords(language);
      const indices = toWordIndices(makePolyseed(random(19), 1_800_000_000));
      const at = round % 16;
      const known = round % 4 < 2;
      const wrong = known ? words[(indices[at]! + 1 + random(1)[0]!) % 2048]! : `${words[indices[at]!]!}qx`;
      const phrase = indices.map((index) => words[index]!).with(at, wrong);
      const refused = await readPolyseed(phrase.join(' ')).then(
        () => 'accepted',
        (error: unknown) => error,
      );
      // A few Chinese phrases fit both lists.
      const codes = known ? /^bad_polyseed$/ : /^unknown_word$/;
      expect(refused).toMatchObject({ code: expect.stringMatching(codes) as string });
      if (!known) expect(refused).toMatchObject({ data: { index: at, word: wrong } });
    }
  });
  it('with a word that is in no list is refused with that word and the most similar one', async () => {
    await expect(readPolyseed(PHRASE.replace('infant', 'infent'))).rejects.toMatchObject({
      code: 'unknown_word',
      data: { index: 3, word: 'infent', suggestion: 'infant' },
    });
  });
  it('whose wrong word differs by one letter from the only fitting one is refused with both', async () => {
    const { words } = await polyseedWords('English');
    for (const [right, wrong] of [
      ['cave', 'wave'],
      ['ridge', 'bridge'],
      ['now', 'snow'],
    ] as const) {
      // The first word is the checksum of the others.
      const rest = toWordIndices(makePolyseed(random(19), 1_800_000_000))
        .slice(1)
        .with(9, words.indexOf(right));
      const typed = [valueAtTwo([0, ...rest]), ...rest].with(10, words.indexOf(wrong));
      const phrase = typed.map((index) => words[index]!).join(' ');
      await expect(readPolyseed(phrase)).rejects.toMatchObject({
        code: 'bad_polyseed',
        data: { reason: 'checksum', index: 10, word: wrong, suggestion: right },
      });
    }
  });
  it('is stored in 32 bytes and read from them; other bytes are refused', () => {
    const seed = makePolyseed(random(19), 1_800_000_000);
    const stored = writeStoredPolyseed(seed);
    expect(readStoredPolyseed(stored)).toEqual(seed);
    for (let at = 0; at < stored.length; at++)
      expect(readStoredPolyseed(stored.with(at, stored[at]! ^ 64))).toBeUndefined();
    for (const bytes of [new Uint8Array(0), stored.subarray(1), random(32)])
      expect(readStoredPolyseed(bytes)).toBeUndefined();
  });
  it('with features of a later version is refused', () => {
    const [, ...words] = toWordIndices(makePolyseed(random(19), 1_800_000_000));
    const marked = words.with(4, words[4]! ^ 1);
    const later = [valueAtTwo([0, ...marked]), ...marked];
    expect(faultOf(() => fromWordIndices(later))).toMatchObject({ data: { reason: 'features' } });
  });
  it('with an unknown word, or in two languages, is refused with that reason', async () => {
    const wrong = PHRASE.replace('infant', 'infxnt');
    await expect(readPolyseed(wrong)).rejects.toMatchObject({
      code: 'unknown_word',
      data: { index: 3, word: 'infxnt' },
    });
    await expect(readPolyseed('raven')).rejects.toMatchObject({ code: 'bad_word_count' });
    const [simplified, traditional] = [
      await polyseedWords('Chinese (simplified)'),
      await polyseedWords('Chinese (traditional)'),
    ];
    const both = simplified.words.filter((word) => traditional.words.includes(word)).slice(0, 16);
    await expect(readPolyseed(both.join(' '))).rejects.toMatchObject({ data: { reason: 'languages' } });
  });
  it('has a birthday from November 2021 on; earlier ones become that month', () => {
    const birthdayAt = (time: number): number => makePolyseed(fromHex('00'.repeat(19)), time).birthday;
    expect([birthdayAt(0), birthdayAt(1_635_768_000), birthdayAt(1_638_446_400)]).toEqual([0, 0, 1]);
    expect(birthdayAt(1_635_768_000 + 1024 * 2_629_746)).toBe(0);
  });
});
