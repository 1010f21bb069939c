import { describe, expect, it } from 'vitest';
import { openFixture } from '../support/rpc/fixture.ts';

describe('get_attribute', () => {
  it('distinguishes an empty value from a missing one', async () => {
    const { call, refusal } = await openFixture();
    await call('set_attribute', { key: 'empty', value: '' });
    expect(await call('get_attribute', { key: 'empty' })).toEqual({ value: '' });
    expect(await refusal('get_attribute', { key: 'none' })).toMatchObject({
      code: -45,
      message: 'Attribute not found.',
    });
  });
});
