import { describe, expect, it } from 'vitest';
import { openRpcSession, openFixture, PASSWORD } from '../support/rpc/fixture.ts';

describe('x_check_password', () => {
  it('accepts only the password of the open wallet', async () => {
    const { call, refusal } = await openFixture();
    expect(await call('x_check_password', { password: PASSWORD })).toEqual({});
    expect(await refusal('x_check_password', { password: 'guess' })).toMatchObject({ code: -22 });
    expect(await refusal('x_check_password', {})).toMatchObject({ code: -22 });
  });
  it('needs an open wallet', async () => {
    expect(await openRpcSession().refusal('x_check_password', { password: PASSWORD })).toMatchObject({
      code: -13,
    });
  });
});
