import { describe, expect, it } from 'vitest';
import { openRpcSession, openFixture } from '../support/rpc/fixture.ts';

describe('set_attribute', () => {
  it('keeps the newest value of a key', async () => {
    const { call } = await openFixture();
    await call('set_attribute', { key: 'shop.order', value: '1' });
    await call('set_attribute', { key: 'shop.order', value: '2' });
    expect(await call('get_attribute', { key: 'shop.order' })).toEqual({ value: '2' });
  });
  it('needs an open wallet', async () => {
    expect(await openRpcSession().refusal('set_attribute', { key: 'a' })).toMatchObject({ code: -13 });
  });
});
