import { describe, expect, it } from 'vitest';
import { NAME, openRpcSession, openFixture, PASSWORD } from '../support/rpc/fixture.ts';
import { addPasskey, answer, CREDENTIAL, SALT } from '../support/rpc/passkey.ts';

const PARAMS = { password: PASSWORD, credential: CREDENTIAL, salt: SALT, pin: '' };

describe('x_add_passkey', () => {
  it('lets the passkey open the wallet, and overwrites its answer', async () => {
    const { call } = await openFixture({ empty: true });
    const output = answer();
    expect(await call('x_add_passkey', { ...PARAMS, output })).toEqual({});
    expect(output).toEqual(new Uint8Array(32));
    await call('close_wallet');
    expect(await call('x_open_with_passkey', { filename: NAME, output: answer() })).toEqual({});
  });
  it('needs the password and an open wallet, and overwrites the answer then, too', async () => {
    const { call, refusal } = await openFixture({ empty: true });
    const output = answer();
    const wrong = await refusal('x_add_passkey', { ...PARAMS, password: 'guess', output });
    expect(wrong).toMatchObject({ code: -22, fault: 'wrong_old_password' });
    expect(output).toEqual(new Uint8Array(32));
    expect(await call('x_passkeys')).toEqual({});
    const closed = answer();
    expect(await openRpcSession().refusal('x_add_passkey', { ...PARAMS, output: closed })).toMatchObject({
      code: -13,
    });
    expect(closed).toEqual(new Uint8Array(32));
  });
  it('refuses bytes of another size, and what is no bytes', async () => {
    const { refusal } = await openFixture({ empty: true });
    const good = { ...PARAMS, output: answer() };
    for (const bad of [
      { output: new Uint8Array(31) },
      { salt: new Uint8Array(33) },
      { credential: new Uint8Array() },
      { credential: new Uint8Array(1024) },
      { output: 'f'.repeat(64) },
      { output: Array.from(answer()) },
      { output: undefined },
    ])
      expect(await refusal('x_add_passkey', { ...good, ...bad } as never)).toMatchObject({ code: -32602 });
  });
  it('stays when the password changes', async () => {
    const rpc = await openFixture({ empty: true });
    await addPasskey(rpc);
    await rpc.call('change_wallet_password', { old_password: PASSWORD, new_password: 'new' });
    await rpc.call('close_wallet');
    expect(await rpc.call('x_open_with_passkey', { filename: NAME, output: answer() })).toEqual({});
    expect(await rpc.call('x_check_password', { password: 'new' })).toEqual({});
  });
});
