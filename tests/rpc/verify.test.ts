import { describe, expect, it } from 'vitest';
import recorded from '../vectors/proofs.json' with { type: 'json' };
import { known, openFixture, ownAddress, PAYEE } from '../support/rpc/fixture.ts';

describe('verify', () => {
  it('verifies signatures of other wallets, and returns which key signed', async () => {
    const { call } = await openFixture();
    for (const { address, key, message: data, signature } of recorded.messages)
      expect(await call('verify', { data, address, signature })).toEqual({
        good: true,
        version: 2,
        old: false,
        signature_type: key,
      });
  });
  it('accepts an integrated address in place of its standard address', async () => {
    const { call } = await openFixture();
    const { signature } = await call('sign', { data: 'foo' });
    expect((await call('verify', { data: 'foo', address: known.integrated, signature })).good).toBe(true);
  });
  it('answers good: false when the signature does not hold', async () => {
    const { call } = await openFixture();
    const { signature } = await call('sign', { data: 'foo' });
    const right = { data: 'foo', address: ownAddress(0, 0), signature };
    for (const wrong of [
      { data: 'bar' },
      { address: PAYEE },
      { address: ownAddress(0, 1) },
      { signature: '' },
      { signature: 'nonsense' },
      { signature: `${signature}x` },
      { signature: signature.replace('V2', 'V1') },
    ])
      expect(await call('verify', { ...right, ...wrong })).toMatchObject({
        good: false,
        version: 0,
        old: false,
        signature_type: 'invalid',
      });
  });
  it('refuses an invalid address or one of another network, with an empty message', async () => {
    const { refusal } = await openFixture({ network: 'stagenet' });
    for (const address of ['', 'nonsense', PAYEE])
      expect(await refusal('verify', { data: '', address, signature: '' })).toMatchObject({
        code: -2,
        message: '',
      });
  });
});
