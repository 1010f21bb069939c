import { describe, expect, it } from 'vitest';
import { openRpcSession, openFixture } from '../support/rpc/fixture.ts';

describe('store', () => {
  it('compacts the journal into one snapshot', async () => {
    const { call, wallet } = await openFixture();
    expect(await call('store')).toEqual({});
    const { snapshot, entries } = await wallet.file.load();
    expect(snapshot).toBeDefined();
    expect(entries).toEqual([]);
  });
  it('needs an open wallet', async () => {
    expect(await openRpcSession().refusal('store')).toMatchObject({ code: -13 });
  });
});
