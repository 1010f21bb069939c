import { describe, expect, it } from 'vitest';
import { openRpcSession, openFixture, ownAddress } from '../support/rpc/fixture.ts';

describe('sign', () => {
  it('signs with the spend key of the first address by default', async () => {
    const { call } = await openFixture();
    const { signature } = await call('sign', { data: 'foo' });
    expect(signature).toMatch(/^SigV2.{88}$/);
    const verdict = await call('verify', { data: 'foo', address: ownAddress(0, 0), signature });
    expect(verdict).toMatchObject({ good: true, signature_type: 'spend' });
  });
  it('signs as any address, with either key', async () => {
    const { call } = await openFixture();
    for (const [account_index, address_index] of [
      [0, 1],
      [1, 2],
    ] as const)
      for (const signature_type of ['spend', 'view']) {
        const request = { data: '', account_index, address_index, signature_type };
        const { signature } = await call('sign', request);
        const address = ownAddress(account_index, address_index);
        expect(await call('verify', { data: '', address, signature })).toEqual({
          good: true,
          version: 2,
          old: false,
          signature_type,
        });
      }
  });
  it('refuses other key types', async () => {
    const { refusal } = await openFixture();
    expect(await refusal('sign', { data: 'foo', signature_type: 'both' })).toMatchObject({
      code: -47,
      message: 'Invalid signature type requested',
    });
  });
  it('signs with the view key only in a watching wallet', async () => {
    const { call, refusal } = await openFixture({ watchOnly: true });
    const { signature } = await call('sign', { data: 'foo', signature_type: 'view' });
    expect((await call('verify', { data: 'foo', address: ownAddress(0, 0), signature })).good).toBe(true);
    expect(await refusal('sign', { data: 'foo' })).toMatchObject({ code: -29 });
    // A subaddress's view key is made of both.
    const request = { data: 'foo', address_index: 1, signature_type: 'view' };
    expect(await refusal('sign', request)).toMatchObject({ code: -29 });
  });
  it('is refused to restricted callers, and needs a wallet', async () => {
    const guest = await openFixture({ dispatch: { restricted: true } });
    expect(await guest.refusal('sign', { data: 'foo' })).toMatchObject({ code: -7 });
    expect(await openRpcSession().refusal('sign', { data: 'foo' })).toMatchObject({ code: -13 });
  });
});
