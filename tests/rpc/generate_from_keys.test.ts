import { describe, expect, it } from 'vitest';
import { known, NAME, openRpcSession, openFixture, ownAddress, PAYEE } from '../support/rpc/fixture.ts';

const WATCH = { filename: 'watch', password: '', address: ownAddress(0, 0), viewkey: known.viewSecret };
const SPEND = { ...WATCH, spendkey: known.spendSecret };

describe('generate_from_keys', () => {
  it('makes a watching wallet from address and view key', async () => {
    const { call, refusal, session } = openRpcSession();
    expect(await call('generate_from_keys', { ...WATCH, restore_height: 5 })).toEqual({
      address: ownAddress(0, 0),
      info: 'Watch-only wallet has been generated successfully.',
    });
    expect(session.wallet.state.account.restoreHeight).toBe(5);
    expect(await refusal('query_key', { key_type: 'spend_key' })).toMatchObject({ code: -29 });
  });
  it('makes a spending wallet when the spend key is given too', async () => {
    const { call } = openRpcSession();
    expect(await call('generate_from_keys', SPEND)).toMatchObject({
      info: 'Wallet has been generated successfully.',
    });
    expect(await call('query_key', { key_type: 'mnemonic' })).toEqual({ key: known.seed });
  });
  it('refuses an address of another network than that of the session', async () => {
    const { refusal } = openRpcSession({ network: 'stagenet' });
    expect(await refusal('generate_from_keys', WATCH)).toMatchObject({
      code: -1,
      message: 'Failed to parse public address',
    });
  });
  it('reports which key is missing, malformed or of another wallet', async () => {
    const { refusal } = await openFixture({ empty: true });
    const messageFor = async (more: object) => {
      const { code, message } = await refusal('generate_from_keys', { ...SPEND, ...more });
      expect(code).toBe(-1);
      return message;
    };
    expect(await messageFor({ viewkey: '' })).toBe(
      "field 'viewkey' is mandatory. Please provide a view key you want to restore from.",
    );
    expect(await messageFor({ address: '' })).toBe(
      "field 'address' is mandatory. Please provide a public address.",
    );
    expect(await messageFor({ filename: NAME })).toBe('Wallet already exists.');
    expect(await messageFor({ address: 'x' })).toBe('Failed to parse public address');
    expect(await messageFor({ address: PAYEE })).toBe('Failed to parse public address');
    expect(await messageFor({ viewkey: 'abc' })).toBe('Failed to parse view key secret key');
    expect(await messageFor({ viewkey: known.spendSecret })).toBe(
      'view secret key does not match main address',
    );
    expect(await messageFor({ spendkey: 'abc' })).toBe('Failed to parse spend key secret key');
    expect(await messageFor({ spendkey: known.viewSecret })).toBe(
      'spend secret key does not match main address',
    );
    expect(await messageFor({ language: 'Klingon' })).toBe('The specified seed language is invalid.');
  });
});
