import { describe, expect, it } from 'vitest';
import { asSecretKey } from '../../src/base/brands.ts';
import { fromHex } from '../../src/base/hex.ts';
import { formatAddress } from '../../src/protocol/address/address.ts';
import { accountFromKeys } from '../../src/protocol/keys/account.ts';
import { KEYS, known, openRpcSession, openFixture, ownAddress } from '../support/rpc/fixture.ts';

describe('query_key', () => {
  it('returns seed words and keys', async () => {
    const { call } = await openFixture({ empty: true });
    expect(await call('query_key', { key_type: 'mnemonic' })).toEqual({ key: known.seed });
    expect(await call('query_key', { key_type: 'view_key' })).toEqual({ key: known.viewSecret });
    expect(await call('query_key', { key_type: 'spend_key' })).toEqual({ key: known.spendSecret });
  });
  it('returns no spend key in a watching wallet', async () => {
    const { call, refusal } = await openFixture({ empty: true, watchOnly: true });
    expect(await call('query_key', { key_type: 'view_key' })).toEqual({ key: known.viewSecret });
    expect(await refusal('query_key', { key_type: 'spend_key' })).toMatchObject({
      code: -29,
      message: 'The wallet is watch-only. Cannot retrieve spend key.',
    });
    expect(await refusal('query_key', { key_type: 'mnemonic' })).toMatchObject({
      code: -29,
      message: 'The wallet is watch-only. Cannot retrieve seed.',
    });
  });
  it('refuses to return words when the view key does not follow from the spend key', async () => {
    const { call, refusal } = openRpcSession();
    // The view key of one wallet with the spend key of another.
    const other = '0500000000000000000000000000000000000000000000000000000000000000';
    const { spendPublic, viewPublic } = accountFromKeys({
      viewSecret: KEYS.viewSecret,
      spendSecret: asSecretKey(fromHex(other)),
    });
    const address = formatAddress({ network: 'mainnet', kind: 'standard', spendPublic, viewPublic });
    await call('generate_from_keys', {
      filename: 'odd',
      address,
      viewkey: known.viewSecret,
      spendkey: other,
    });
    expect(address).not.toBe(ownAddress(0, 0));
    expect(await refusal('query_key', { key_type: 'mnemonic' })).toMatchObject({
      code: -43,
      message: 'The wallet is non-deterministic. Cannot display seed.',
    });
  });
  it("refuses other key types with the reference's code 0", async () => {
    const { refusal } = await openFixture({ empty: true });
    expect(await refusal('query_key', { key_type: 'house_key' })).toMatchObject({
      code: 0,
      message: 'key_type house_key not found',
    });
  });
});
