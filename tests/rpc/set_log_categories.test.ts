import { describe, expect, it } from 'vitest';
import { openRpcSession } from '../support/rpc/fixture.ts';

describe('set_log_categories', () => {
  it('sets, adds and removes categories, and returns the result', async () => {
    const { call } = openRpcSession();
    const after = async (categories: string) => (await call('set_log_categories', { categories })).categories;
    expect(await after('*:WARNING,global:INFO')).toBe('*:WARNING,global:INFO');
    expect(await after('+wallet.rpc:DEBUG')).toBe('*:WARNING,global:INFO,wallet.rpc:DEBUG');
    expect(await after('-wallet.rpc:DEBUG')).toBe('*:WARNING,global:INFO,');
    expect(await after('')).toBe('');
  });
  it('starts at level 0', async () => {
    const { categories } = await openRpcSession().call('set_log_categories', { categories: '+x:INFO' });
    expect(categories).toMatch(/^\*:WARNING,net:FATAL.*,msgwriter:INFO,x:INFO$/);
  });
  it('accepts a level, alone or with categories', async () => {
    const { call } = openRpcSession();
    expect(await call('set_log_categories', { categories: '4' })).toEqual({ categories: '*:TRACE' });
    expect(await call('set_log_categories', { categories: '2,net:FATAL' })).toEqual({
      categories: '*:DEBUG,net:FATAL',
    });
    expect(await call('set_log_categories', { categories: '9' })).toEqual({
      categories: '*:DEBUG,net:FATAL',
    });
  });
  it('is refused to restricted callers', async () => {
    const { refusal } = openRpcSession({ dispatch: { restricted: true } });
    expect(await refusal('set_log_categories', { categories: '1' })).toMatchObject({ code: -7 });
  });
});
