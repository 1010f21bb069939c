import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fromHex, toHex } from '../../../src/base/hex.ts';
import { kernel } from '../../../src/kernel/kernel.ts';
import { formatAddress } from '../../../src/protocol/address/address.ts';
import { accountFromSeed } from '../../../src/protocol/keys/account.ts';
import { LANGUAGES, languageFacts } from '../../../src/protocol/mnemonic/languages.ts';
import { readMnemonic, writeMnemonic } from '../../../src/protocol/mnemonic/mnemonic.ts';
import { encodePhrase } from '../../../src/protocol/mnemonic/phrase.ts';
import { addSeedOffset, removeSeedOffset } from '../../../src/protocol/mnemonic/seed-offset.ts';
import { loadWordList } from '../../../src/protocol/mnemonic/word-list.ts';
import { startOfflineWallet, type OfflineWallet } from '../../support/offline-wallet.ts';
import { useWasmKernel } from '../../support/wasm-kernel.ts';

interface Restored {
  address: string;
  seed: string;
  was_deprecated: boolean;
}

const keyOf = (name: string): Uint8Array =>
  kernel.scalarReduce(kernel.keccak256(new TextEncoder().encode(name)));
const addressOf = (key: Uint8Array): string =>
  formatAddress({ network: 'mainnet', kind: 'standard', ...accountFromSeed(key) });

describe('seed phrases', () => {
  let wallet: OfflineWallet;
  const restore = (seed: string, more: object = {}) =>
    wallet.call<Restored>('restore_deterministic_wallet', {
      filename: '',
      password: '',
      autosave_current: false,
      seed,
      ...more,
    });
  beforeAll(async () => {
    await useWasmKernel();
    wallet = await startOfflineWallet();
  });
  afterAll(() => wallet.stop());

  it('exist in the same languages, in the same order', async () => {
    expect(await wallet.call('get_languages')).toEqual({
      languages: LANGUAGES,
      languages_local: LANGUAGES.map((language) => languageFacts[language].localName),
    });
  });

  it.each(LANGUAGES)('encode and decode the same in %s', async (language) => {
    const key = keyOf(language);
    const phrase = await writeMnemonic(language, key);
    expect(await restore(phrase)).toMatchObject({
      address: addressOf(key),
      seed: phrase,
      was_deprecated: false,
    });
    // The reference lower-cases by its locale, which is plain ASCII here.
    const shout = (word: string): string => word.replace(/[a-z]/g, (letter) => letter.toUpperCase());
    const short = encodePhrase(await loadWordList(language), key).map((word) =>
      shout(Array.from(word).slice(0, languageFacts[language].prefixLength).join('')),
    );
    expect(await restore(short.join(' '))).toMatchObject({ address: addressOf(key), seed: phrase });
    expect((await readMnemonic(short.join(' '))).key).toEqual(key);
  });

  it('are read the same without a checksum, and in old English', async () => {
    const key = keyOf('deprecated');
    const words = encodePhrase(await loadWordList('English'), key).slice(0, 24);
    const english = await loadWordList('English');
    const { words: old } = await loadWordList('EnglishOld');
    for (const phrase of [
      words.join(' '),
      words.map((word) => old[english.words.indexOf(word)]!).join(' '),
    ]) {
      expect(await restore(phrase, { language: 'German' })).toMatchObject({
        address: addressOf(key),
        was_deprecated: true,
      });
      expect(await readMnemonic(phrase)).toMatchObject({ key, wasDeprecated: true });
    }
  });

  it('are refused by both programs', async () => {
    const words = (await writeMnemonic('English', keyOf('refused'))).split(' ');
    const { words: list } = await loadWordList('English');
    for (const phrase of [
      words.with(3, 'qqqq').join(' '),
      words.with(24, list[list.indexOf(words[24]!) ^ 1]!).join(' '),
      words.slice(0, 23).join(' '),
      words.slice(0, 12).join(' '),
      words.slice(0, 13).join(' '),
      [...words, words[0]].join(' '),
      words.slice(0, 24).with(0, list[1625]!).with(1, list[1624]!).with(2, list[1623]!).join(' '),
      words
        .slice(0, 24)
        .map((word) => word.slice(0, 3))
        .join(' '),
    ]) {
      await expect(restore(phrase), phrase).rejects.toMatchObject({ code: -1 });
      await expect(readMnemonic(phrase), phrase).rejects.toMatchObject({ name: 'Fault' });
    }
  });

  it('give the same keys with a passphrase as offset', async () => {
    const key = keyOf('offset');
    for (const passphrase of ['x', 'correct horse battery staple', 'пароль 密码 é', '0']) {
      const written = await writeMnemonic('English', addSeedOffset(key, passphrase));
      const restored = await restore(written, { seed_offset: passphrase });
      expect(restored.address).toBe(addressOf(key));
      const { key: spelled } = await readMnemonic(written);
      expect(toHex(removeSeedOffset(spelled, passphrase))).toBe(toHex(key));
    }
  });

  it('of unreduced keys are written and reduced the same', async () => {
    const key = fromHex('f'.repeat(64));
    const phrase = await writeMnemonic('Italian', key);
    expect((await restore(phrase)).address).toBe(addressOf(key));
    expect((await readMnemonic(phrase)).key).toEqual(key);
    expect((await restore(phrase, { seed_offset: 'y' })).address).toBe(addressOf(removeSeedOffset(key, 'y')));
  });
});
