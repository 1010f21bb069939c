import { describe, expect, it } from 'vitest';
import { openDesk } from '../support/rpc/fixture.ts';

describe('set_log_categories', () => {
  it('takes a list, more of it, less of it, and answers what it is then', async () => {
    const { call } = openDesk();
    const after = async (categories: string) => (await call('set_log_categories', { categories })).categories;
    expect(await after('*:WARNING,global:INFO')).toBe('*:WARNING,global:INFO');
    expect(await after('+wallet.rpc:DEBUG')).toBe('*:WARNING,global:INFO,wallet.rpc:DEBUG');
    expect(await after('-wallet.rpc:DEBUG')).toBe('*:WARNING,global:INFO,');
    expect(await after('')).toBe('');
  });
  it('begins at level 0', async () => {
    const { categories } = await openDesk().call('set_log_categories', { categories: '+x:INFO' });
    expect(categories).toMatch(/^\*:WARNING,net:FATAL.*,msgwriter:INFO,x:INFO$/);
  });
  it('takes a level, with and without more', async () => {
    const { call } = openDesk();
    expect(await call('set_log_categories', { categories: '4' })).toEqual({ categories: '*:TRACE' });
    expect(await call('set_log_categories', { categories: '2,net:FATAL' })).toEqual({
      categories: '*:DEBUG,net:FATAL',
    });
    expect(await call('set_log_categories', { categories: '9' })).toEqual({
      categories: '*:DEBUG,net:FATAL',
    });
  });
  it('is not for restricted callers', async () => {
    const { refusal } = openDesk({ dispatch: { restricted: true } });
    expect(await refusal('set_log_categories', { categories: '1' })).toMatchObject({ code: -7 });
  });
});
