import { describe, expect, it } from 'vitest';
import { fromHex, toHex } from '../../src/base/hex.ts';
import { kernel } from '../../src/kernel/kernel.ts';
import { readPolyseed, writePolyseed } from '../../src/protocol/mnemonic/polyseed/phrase.ts';
import { encryptOrDecrypt } from '../../src/protocol/mnemonic/polyseed/seed.ts';
import mymonero from '../vectors/mymonero.json' with { type: 'json' };
import { known, NAME, openRpcSession, openFixture, ownAddress } from '../support/rpc/fixture.ts';
import { finishAll, openWallets } from '../support/rpc/kex-sessions.ts';

/** The phrase of tevador/polyseed's own tests (tests/tests.c); its key by Python's hashlib.pbkdf2_hmac. */
const POLYSEED = {
  plain:
    'raven tail swear infant grief assist regular lamp duck valid someone little harsh puppy airport language',
  key: '21268a76048a3b25a4a9ac179d86b12fab5800b8d858da9facf4b0a778dc2840',
};

const REQUEST = { filename: 'back', password: 'pw', seed: known.seed };

describe('restore_deterministic_wallet', () => {
  it('restores the wallet of the words from the given height on', async () => {
    const { call, session } = openRpcSession();
    expect(await call('restore_deterministic_wallet', { ...REQUEST, restore_height: 77 })).toEqual({
      address: ownAddress(0, 0),
      seed: known.seed,
      info: 'Wallet has been restored successfully.',
      was_deprecated: false,
    });
    expect(session.wallet.state.account.restoreHeight).toBe(77);
    expect(await call('query_key', { key_type: 'mnemonic' })).toEqual({ key: known.seed });
  });
  it('subtracts the offset of a passphrase, and returns the words of the wallet that results', async () => {
    const { call } = openRpcSession();
    const answer = await call('restore_deterministic_wallet', { ...REQUEST, seed_offset: 'test' });
    expect(answer.address).not.toBe(ownAddress(0, 0));
    expect(answer.seed).not.toBe(known.seed);
    expect(await call('query_key', { key_type: 'mnemonic' })).toEqual({ key: answer.seed });
  });
  it('returns the given words when they spell a number that the keys reduce', async () => {
    const { call } = openRpcSession();
    const seed = `${'foamy solved soggy '.repeat(8)}soggy`;
    expect(await call('restore_deterministic_wallet', { ...REQUEST, seed })).toMatchObject({
      seed,
      address:
        '49voQEbjouUQSDikRWKUt1PGbS47TBde4hiGyftN46CvTDd8LXCaimjHRGtofCJwY5Ed5QhYwc12P15AH5w7SxUAMCz1nr1',
    });
    const { key } = await call('query_key', { key_type: 'mnemonic' });
    expect(key).toMatch(/^powder directed sayings /);
  });
  it('returns a phrase with checksum for one without, and says to write it down', async () => {
    const { call } = openRpcSession();
    const seed = known.seed.split(' ').slice(0, 24).join(' ');
    expect(await call('restore_deterministic_wallet', { ...REQUEST, seed })).toMatchObject({
      was_deprecated: true,
      seed: known.seed,
    });
  });
  it('reads 16 words, begins at their birthday, and returns them', async () => {
    const { call, session } = openRpcSession();
    const answer = await call('restore_deterministic_wallet', { ...REQUEST, seed: POLYSEED.plain });
    expect(answer).toMatchObject({ seed: POLYSEED.plain, was_deprecated: false });
    expect(await call('query_key', { key_type: 'mnemonic' })).toEqual({ key: POLYSEED.plain });
    const { spendSecret, restoreHeight } = session.wallet.state.account;
    expect(toHex(spendSecret!)).toBe(toHex(kernel.scalarReduce(fromHex(POLYSEED.key))));
    // Some days before 2 December 2021.
    expect(restoreHeight).toBeGreaterThan(2_480_000);
    expect(restoreHeight).toBeLessThan(2_505_300);
  });
  it('begins at the height that is given, also at 0, not at the birthday of the 16 words', async () => {
    for (const restore_height of [1_900_000, 0]) {
      const { call, session } = openRpcSession();
      await call('restore_deterministic_wallet', { ...REQUEST, seed: POLYSEED.plain, restore_height });
      expect(session.wallet.state.account.restoreHeight).toBe(restore_height);
    }
  });
  it('decrypts 16 encrypted words with their password', async () => {
    const { call, refusal } = openRpcSession();
    const { seed: read } = await readPolyseed(POLYSEED.plain);
    const seed = await writePolyseed(encryptOrDecrypt(read, 'password'), 'English');
    expect(await refusal('restore_deterministic_wallet', { ...REQUEST, seed })).toMatchObject({
      fault: 'polyseed_password',
    });
    const params = { ...REQUEST, seed, seed_offset: 'password' };
    expect(await call('restore_deterministic_wallet', params)).toMatchObject({ seed: POLYSEED.plain });
  });
  it('uses the passphrase as offset for 16 words that are not encrypted', async () => {
    const { call } = openRpcSession();
    const params = { ...REQUEST, seed: POLYSEED.plain, seed_offset: 'password' };
    const { seed } = await call('restore_deterministic_wallet', params);
    expect(seed.split(' ')).toHaveLength(25);
    expect(await call('query_key', { key_type: 'mnemonic' })).toEqual({ key: seed });
  });
  it('restores 13 words of MyMonero, and returns 25 words only where these restore the same keys', async () => {
    const { call, refusal, session } = openRpcSession();
    let spelled = 0;
    for (const [i, [seed, address]] of mymonero.phrases.slice(0, 24).entries()) {
      const restored = await call('restore_deterministic_wallet', {
        ...REQUEST,
        filename: `${i}`,
        seed: seed!,
      });
      expect(restored).toMatchObject({ address, was_deprecated: true });
      if (restored.seed === '') {
        expect(session.wallet.state.account.seedLanguage).toBe('');
        expect(await refusal('query_key', { key_type: 'mnemonic' })).toMatchObject({ code: -43 });
      } else {
        spelled++;
        expect(await call('query_key', { key_type: 'mnemonic' })).toEqual({ key: restored.seed });
        expect((await call('x_check_seed', { seed: restored.seed })).address).toBe(address);
      }
    }
    expect(spelled).toBeGreaterThan(0);
  });
  it('reads a devnet from its first block, whose chain is younger than the month of the words', async () => {
    const { call, node, session } = openRpcSession();
    node.answer();
    await call('restore_deterministic_wallet', { ...REQUEST, seed: POLYSEED.plain });
    expect(session.wallet.state.account.restoreHeight).toBe(0);
  });
  it('reports which word is wrong', async () => {
    const { refusal, session } = openRpcSession();
    const slip = known.seed.replace('giddy', 'gxddy');
    expect(await refusal('restore_deterministic_wallet', { ...REQUEST, seed: slip })).toMatchObject({
      code: -1,
      message: 'Electrum-style word list failed verification',
    });
    expect(session.open).toBeUndefined();
  });
  it('restores one signer of a multisig wallet from its seed', async () => {
    const sessions = await openWallets(3);
    await finishAll(sessions, 2);
    const [{ call }, other] = [sessions[0]!, openRpcSession()];
    const { key: seed } = await call('query_key', { key_type: 'mnemonic' });
    const restored = await other.call('restore_deterministic_wallet', {
      ...REQUEST,
      seed,
      enable_multisig_experimental: true,
    });
    expect(restored).toEqual({
      address: (await call('get_address')).address,
      seed: '',
      info: 'Wallet has been restored successfully.',
      was_deprecated: false,
    });
    expect(await other.call('is_multisig')).toEqual(await call('is_multisig'));
    for (const key_type of ['mnemonic', 'view_key', 'spend_key'])
      expect(await other.call('query_key', { key_type })).toEqual(await call('query_key', { key_type }));
    await other.call('export_multisig_info');
  });
  it('refuses malformed multisig seeds', async () => {
    const { refusal, session } = openRpcSession();
    const refused = (params: object) =>
      refusal('restore_deterministic_wallet', { ...REQUEST, enable_multisig_experimental: true, ...params });
    expect(await refused({})).toMatchObject({
      code: -1,
      message: 'Multisig seed not represented as hexadecimal string',
    });
    expect(await refused({ seed: '02000000' })).toMatchObject({ code: -1, fault: 'bad_multisig_seed' });
    expect(await refused({ seed_offset: 'more' })).toMatchObject({
      code: -1,
      message: 'Multisig seeds are not compatible with seed offsets',
    });
    expect(session.open).toBeUndefined();
  });
  it('refuses missing words, taken names, and an empty name', async () => {
    const { refusal } = await openFixture({ empty: true });
    expect(await refusal('restore_deterministic_wallet', { filename: 'x' })).toMatchObject({
      code: -1,
      message: "field 'seed' is mandatory. Please provide a seed you want to restore from.",
    });
    expect(await refusal('restore_deterministic_wallet', { ...REQUEST, filename: NAME })).toMatchObject({
      code: -1,
      message: 'Wallet already exists.',
    });
    expect(await refusal('restore_deterministic_wallet', { ...REQUEST, filename: '' })).toMatchObject({
      code: -1,
    });
  });
});
