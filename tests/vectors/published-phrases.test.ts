/**
 * Phrases that other wallets publish in their own tests, restored as a person would restore them. Each source names what is
 * expected: keys, addresses, birthdays.
 */
import { describe, expect, it } from 'vitest';
import { fromHex, toHex } from '../../src/base/hex.ts';
import { kernel } from '../../src/kernel/kernel.ts';
import { readPolyseed } from '../../src/protocol/mnemonic/polyseed/phrase.ts';
import { polyseedKey, polyseedTime } from '../../src/protocol/mnemonic/polyseed/seed.ts';
import { readStoredPolyseed, writeStoredPolyseed } from '../../src/protocol/mnemonic/polyseed/stored.ts';
import { openRpcSession } from '../support/rpc/fixture.ts';

/** A phrase of Feather (`seedFeather`): test/polyseed_test.dart and example/ of cake-tech/polyseed_dart, commit 07505ea. */
const FEATHER = {
  seed: 'unaware yard donate shallow slot sing oil oxygen loyal bench near hill surround forum execute lamp',
  key: 'cbbd142d38347773d44aa830f5f01442aa6d0d3bb48571884479531248e6fa1c',
  /** 2 September 2023, in seconds. */
  birthday: 1_693_622_412,
  stored: 'UE9MWVNFRUQWAP7QTFMwyWZ55hIVJOa7aluTxzP/Y3c=',
  /** The 25 words of the same keys, for wallets that read no Polyseed. */
  classic:
    'avidly chlorine gave yeti ramped certain hybrid comb governing amply hinder pamphlet offend geometry ' +
    'narrate unopened robot epoxy annoyed glide ingested ascend were austere unopened',
};
/** cw_monero/test/monero_wallet_service_test.dart of cake-tech/cake_wallet, commit 98aa1fd. */
const CAKE = {
  seed:
    'ability pockets lordship tomorrow gypsy match neutral uncle avatar betting bicycle junk unzip pyramid lynx ' +
    'mammal edgy empty uneven knowledge juvenile wiring paradise psychic betting',
  address: '48tLyQXpcwt8w6uKHyb5Zs3vdnoDWAEKFQr1c198o7aX9dBzXP3BTSMVsDiuH3ozDCNqwojb4vNeQZf7xg6URimDLaNtGSN',
};
/** The second seed of tests/tests.c of tevador/polyseed, commit a0925fd: in full, without accents, and cut. */
const TEVADOR = {
  phrases: [
    'eje fin parte célebre tabú pestaña lienzo puma prisión hora regalo lengua existir lápiz lote sonoro',
    'eje fin parte celebre tabu pestana lienzo puma prision hora regalo lengua existir lapiz lote sonoro',
    'eje fin part cele tabu pest lien puma pris hora rega leng exis lapi lote sono',
  ],
  secret: '5a2b02df7db21fcbe6ec6df137d54c7b20fd2b',
  birthday: 0x233,
  /** The seed was made in October 2068; seconds. */
  time: 3_118_651_200,
};

describe('a phrase that another wallet publishes', () => {
  it('of Feather, in 16 words, has the published key, birthday and stored form', async () => {
    const { seed, language } = await readPolyseed(FEATHER.seed);
    expect(language).toBe('English');
    expect(toHex(polyseedKey(seed))).toBe(FEATHER.key);
    expect(polyseedTime(seed)).toBe(FEATHER.birthday);
    const stored = Buffer.from(FEATHER.stored, 'base64');
    expect(Buffer.from(writeStoredPolyseed(seed)).toString('base64')).toBe(FEATHER.stored);
    expect(readStoredPolyseed(new Uint8Array(stored))).toEqual(seed);
  });
  it('of Feather opens the same wallet by 16 words as by the published 25', async () => {
    const { call, session } = openRpcSession();
    const request = { filename: 'feather', password: 'pw', seed: FEATHER.seed };
    const { address } = await call('restore_deterministic_wallet', request);
    const { spendSecret, restoreHeight } = session.wallet.state.account;
    expect(toHex(spendSecret!)).toBe(toHex(kernel.scalarReduce(fromHex(FEATHER.key))));
    expect(await call('query_key', { key_type: 'mnemonic' })).toEqual({ key: FEATHER.seed });
    // Some weeks before 2 September 2023.
    expect(restoreHeight).toBeGreaterThan(2_940_000);
    expect(restoreHeight).toBeLessThan(2_966_000);
    expect(await call('x_check_seed', { seed: FEATHER.classic })).toMatchObject({ kind: 'classic', address });
    expect(await call('x_check_keys', { given_keys: FEATHER.seed })).toMatchObject({
      kind: 'polyseed',
      address,
      restore_height: restoreHeight,
    });
  });
  it('of Cake, in 25 words, opens the published address', async () => {
    const { call } = openRpcSession();
    const restored = await call('restore_deterministic_wallet', {
      filename: 'cake',
      password: 'pw',
      seed: CAKE.seed,
    });
    expect(restored).toMatchObject({ address: CAKE.address, seed: CAKE.seed, was_deprecated: false });
  });
  it('of the Polyseed library, in Spanish, has the published secret and month however it is written', async () => {
    for (const phrase of TEVADOR.phrases) {
      const { seed, language } = await readPolyseed(phrase);
      expect([toHex(seed.secret), seed.birthday, seed.features]).toEqual([
        TEVADOR.secret,
        TEVADOR.birthday,
        0,
      ]);
      expect(language).toBe('Spanish');
      expect(polyseedTime(seed)).toBeLessThanOrEqual(TEVADOR.time);
      expect(polyseedTime(seed) + 2_630_000).toBeGreaterThan(TEVADOR.time);
    }
  });
});
