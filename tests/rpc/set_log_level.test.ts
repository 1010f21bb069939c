import { describe, expect, it } from 'vitest';
import { openRpcSession } from '../support/rpc/fixture.ts';

describe('set_log_level', () => {
  it("sends the level's categories to the server that logs", async () => {
    const { call, session } = openRpcSession();
    const heard: string[] = [];
    session.on('log', ({ categories }) => heard.push(categories));
    expect(await call('set_log_level', { level: 2 })).toEqual({});
    expect(heard).toEqual(['*:DEBUG']);
  });
  it('accepts levels 0 to 4, without a wallet', async () => {
    const { call, refusal } = openRpcSession();
    for (const level of [0, 1, 2, 3, 4]) await call('set_log_level', { level });
    for (const level of [-1, 5])
      expect(await refusal('set_log_level', { level })).toMatchObject({
        code: -44,
        message: 'Error: log level not valid',
      });
  });
  it('is refused to restricted callers', async () => {
    const { refusal } = openRpcSession({ dispatch: { restricted: true } });
    expect(await refusal('set_log_level', { level: 1 })).toMatchObject({ code: -7 });
  });
});
