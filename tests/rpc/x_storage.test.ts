import { describe, expect, it } from 'vitest';
import { openRpcSession } from '../support/rpc/fixture.ts';

describe('x_storage', () => {
  it('reports whether storage is persistent, and which wallets were lost', async () => {
    const { call, session } = openRpcSession();
    const answer = await call('x_storage');
    expect(Object.keys(answer).sort()).toEqual(['persisted', 'quota', 'usage']);
    const health = await session.files.storageHealth();
    session.files.storageHealth = () =>
      Promise.resolve({ ...health, persisted: true, vanished: [{ name: 'Gone', createdAt: 1 }] });
    expect(await call('x_storage')).toMatchObject({ persisted: true, missing: ['Gone'] });
  });
  it('names two lost wallets of one name once', async () => {
    const { call, session } = openRpcSession();
    const health = await session.files.storageHealth();
    const vanished = [1, 2].map((createdAt) => ({ name: 'Gone', createdAt }));
    session.files.storageHealth = () => Promise.resolve({ ...health, vanished });
    expect(await call('x_storage')).toMatchObject({ missing: ['Gone'] });
  });
  it('says when little space is left', async () => {
    const { call, session } = openRpcSession();
    const health = await session.files.storageHealth();
    session.files.storageHealth = () => Promise.resolve({ ...health, short: true });
    expect(await call('x_storage')).toMatchObject({ short: true });
  });
  it('says when wallets are in memory only', async () => {
    const { call, session } = openRpcSession();
    const health = await session.files.storageHealth();
    session.files.storageHealth = () => Promise.resolve({ ...health, inMemory: true });
    expect(await call('x_storage')).toMatchObject({ in_memory: true });
  });
  it("is refused to restricted callers, as all of the page's own methods", async () => {
    const { refusal } = openRpcSession({ dispatch: { restricted: true } });
    expect(await refusal('x_storage')).toMatchObject({ code: -7 });
  });
});
