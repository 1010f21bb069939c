import { describe, expect, it } from 'vitest';
import { openFixture } from '../support/rpc/fixture.ts';

describe('label_address', () => {
  it('labels an address', async () => {
    const { call } = await openFixture();
    await call('label_address', { index: { major: 0, minor: 2 }, label: 'Flea market' });
    const { addresses } = await call('get_address', { address_index: [2] });
    expect(addresses?.[0]?.label).toBe('Flea market');
  });
  it('refuses an address that was not created yet', async () => {
    const { refusal } = await openFixture();
    expect(await refusal('label_address', { index: { major: 0, minor: 9 } })).toMatchObject({ code: -15 });
    expect(await refusal('label_address', { index: { major: 9, minor: 0 } })).toMatchObject({ code: -14 });
  });
});
