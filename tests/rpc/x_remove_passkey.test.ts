import { describe, expect, it } from 'vitest';
import { NAME, openRpcSession, openFixture, PASSWORD } from '../support/rpc/fixture.ts';
import { addPasskey, answer } from '../support/rpc/passkey.ts';

describe('x_remove_passkey', () => {
  it('leaves the password, which goes on to open the wallet', async () => {
    const rpc = await openFixture({ empty: true });
    await addPasskey(rpc);
    expect(await rpc.call('x_remove_passkey', { password: PASSWORD })).toEqual({});
    await rpc.call('close_wallet');
    expect(await rpc.refusal('x_open_with_passkey', { filename: NAME, output: answer() })).toMatchObject({
      fault: 'no_passkey',
    });
    expect(await rpc.call('open_wallet', { filename: NAME, password: PASSWORD })).toEqual({});
  });
  it('needs the password and an open wallet', async () => {
    const rpc = await openFixture({ empty: true });
    await addPasskey(rpc);
    expect(await rpc.refusal('x_remove_passkey', { password: 'guess' })).toMatchObject({
      code: -22,
      fault: 'wrong_old_password',
    });
    expect((await rpc.call('x_passkeys')).wallets).toHaveLength(1);
    expect(await openRpcSession().refusal('x_remove_passkey', { password: PASSWORD })).toMatchObject({
      code: -13,
    });
  });
});
