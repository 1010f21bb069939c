import { describe, expect, it } from 'vitest';
import { readPolyseed, writePolyseed } from '../../src/protocol/mnemonic/polyseed/phrase.ts';
import { encryptOrDecrypt } from '../../src/protocol/mnemonic/polyseed/seed.ts';
import mymonero from '../vectors/mymonero.json' with { type: 'json' };
import { known, openRpcSession, ownAddress } from '../support/rpc/fixture.ts';

/** The phrase of tevador/polyseed's own tests; its address follows from the key in tests/vectors/protocol. */
const POLYSEED = {
  seed: 'raven tail swear infant grief assist regular lamp duck valid someone little harsh puppy airport language',
  seed_offset: 'password',
  address: '47AjPj7DVPQVGGXJXbbTMZWcKQDejGHYZChVkeujy8qPLjKkgdsxge4DzvkRMgU4sDUigGLuBN9stKBMowhuXH2HJHWAuRf',
};

describe('x_check_seed', () => {
  it('returns the address of a seed phrase', async () => {
    const { call } = openRpcSession();
    expect(await call('x_check_seed', { seed: known.seed })).toEqual({
      kind: 'classic',
      word_count: 25,
      language: 'English',
      address: ownAddress(0, 0),
      was_deprecated: false,
    });
    const { address } = await call('x_check_seed', { seed: known.seed, seed_offset: 'x' });
    expect(address).not.toBe(ownAddress(0, 0));
  });
  it('recognises 16 words and returns where their date lets scanning start', async () => {
    const { call, node, refusal } = openRpcSession();
    const { seed, seed_offset, address } = POLYSEED;
    const found = await call('x_check_seed', { seed });
    expect(found).toMatchObject({ kind: 'polyseed', language: 'English', address });
    expect(found.restore_height).toBeGreaterThan(2_480_000);
    expect(found.restore_height).toBeLessThan(2_505_300);
    const hidden = await writePolyseed(
      encryptOrDecrypt((await readPolyseed(seed)).seed, seed_offset),
      'English',
    );
    expect(await refusal('x_check_seed', { seed: hidden })).toMatchObject({ fault: 'polyseed_password' });
    expect(await call('x_check_seed', { seed: hidden, seed_offset })).toEqual(found);
    // A devnet's chain is younger than the month.
    node.answer();
    expect((await call('x_check_seed', { seed })).restore_height).toBe(0);
  });
  it('starts at the first block for a date in the future, which a wrong clock wrote', async () => {
    const { call } = openRpcSession();
    const { secret } = (await readPolyseed(POLYSEED.seed)).seed;
    const seed = await writePolyseed({ secret, birthday: 200, features: 0 }, 'English');
    expect((await call('x_check_seed', { seed })).restore_height).toBe(0);
  });
  it('recognises 13 words, which have no date and no passphrase', async () => {
    const { call, refusal } = openRpcSession();
    const [seed, address] = mymonero.phrases[0]!;
    expect(await call('x_check_seed', { seed: seed! })).toEqual({
      kind: 'mymonero',
      word_count: 13,
      language: 'English',
      address,
      was_deprecated: true,
    });
    expect(await refusal('x_check_seed', { seed: seed!, seed_offset: 'x' })).toMatchObject({
      code: -1,
      fault: 'short_words_offset',
    });
  });
  it('names the wrong word, the wrong count or the wrong checksum', async () => {
    const { refusal } = openRpcSession();
    const fault = async (seed: string) => (await refusal('x_check_seed', { seed })).fault;
    expect(await fault(known.seed.replace('giddy', 'gxddy'))).toBe('unknown_word');
    expect(await fault('velvet lymph giddy')).toBe('bad_word_count');
    expect(await fault(known.seed.replace('giddy', 'goat'))).toBe('bad_word_checksum');
  });
});
