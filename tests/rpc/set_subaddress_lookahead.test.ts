import { describe, expect, it } from 'vitest';
import { openFixture, PASSWORD } from '../support/rpc/fixture.ts';

const wide = { password: PASSWORD, major_idx: 2, minor_idx: 40 };

describe('set_subaddress_lookahead', () => {
  it('finds addresses further out, at once and after the wallet is opened again', async () => {
    const { call, refusal, wallet } = await openFixture({ empty: true });
    const address = wallet.addressText({ major: 0, minor: 39 });
    expect(await refusal('get_address_index', { address })).toMatchObject({ code: -2 });
    expect(await call('set_subaddress_lookahead', wide)).toEqual({});
    expect(await call('get_address_index', { address })).toEqual({ index: { major: 0, minor: 39 } });
  });
  it('needs the password', async () => {
    const { refusal } = await openFixture({ empty: true });
    expect(await refusal('set_subaddress_lookahead', { ...wide, password: 'guess' })).toMatchObject({
      code: -22,
      message: 'Invalid password.',
    });
  });
  it('refuses zero, and more than memory can hold', async () => {
    const { refusal } = await openFixture({ empty: true });
    expect(await refusal('set_subaddress_lookahead', { ...wide, major_idx: 0 })).toMatchObject({
      code: -1,
      message: 'Subaddress major lookahead may not be zero',
    });
    expect(await refusal('set_subaddress_lookahead', { ...wide, minor_idx: 4_294_967_295 })).toMatchObject({
      code: -1,
      message: 'Subaddress minor lookahead is too large',
    });
  });
});
