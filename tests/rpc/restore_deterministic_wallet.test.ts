import { describe, expect, it } from 'vitest';
import { known, NAME, openDesk, openFixture, ownAddress } from '../support/rpc/fixture.ts';

const WISH = { filename: 'back', password: 'pw', seed: known.seed };

describe('restore_deterministic_wallet', () => {
  it('brings the wallet of the words back, from the named height on', async () => {
    const { call, session } = openDesk();
    expect(await call('restore_deterministic_wallet', { ...WISH, restore_height: 77 })).toEqual({
      address: ownAddress(0, 0),
      seed: known.seed,
      info: 'Wallet has been restored successfully.',
      was_deprecated: false,
    });
    expect(session.wallet.state.account.restoreHeight).toBe(77);
    expect(await call('query_key', { key_type: 'mnemonic' })).toEqual({ key: known.seed });
  });
  it('takes a passphrase off the words: another wallet, whose own words are told', async () => {
    const { call } = openDesk();
    const answer = await call('restore_deterministic_wallet', { ...WISH, seed_offset: 'test' });
    expect(answer.address).not.toBe(ownAddress(0, 0));
    expect(answer.seed).not.toBe(known.seed);
    expect(await call('query_key', { key_type: 'mnemonic' })).toEqual({ key: answer.seed });
  });
  it('tells people with a phrase without checksum to write down the new one', async () => {
    const { call } = openDesk();
    const seed = known.seed.split(' ').slice(0, 24).join(' ');
    expect(await call('restore_deterministic_wallet', { ...WISH, seed })).toMatchObject({
      was_deprecated: true,
      seed: known.seed,
    });
  });
  it('says which word is wrong', async () => {
    const { refusal, session } = openDesk();
    const slip = known.seed.replace('giddy', 'gxddy');
    expect(await refusal('restore_deterministic_wallet', { ...WISH, seed: slip })).toMatchObject({
      code: -1,
      message: 'Electrum-style word list failed verification',
    });
    expect(session.open).toBeUndefined();
  });
  it('refuses no words, names in use, no name, and multisig seeds', async () => {
    const { refusal } = await openFixture({ empty: true });
    expect(await refusal('restore_deterministic_wallet', { filename: 'x' })).toMatchObject({
      code: -1,
      message: "field 'seed' is mandatory. Please provide a seed you want to restore from.",
    });
    expect(await refusal('restore_deterministic_wallet', { ...WISH, filename: NAME })).toMatchObject({
      code: -1,
      message: 'Wallet already exists.',
    });
    expect(await refusal('restore_deterministic_wallet', { ...WISH, filename: '' })).toMatchObject({
      code: -1,
    });
    expect(
      await refusal('restore_deterministic_wallet', { ...WISH, enable_multisig_experimental: true }),
    ).toMatchObject({ code: -48 });
  });
});
