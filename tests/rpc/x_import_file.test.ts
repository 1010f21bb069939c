import { describe, expect, it } from 'vitest';
import { NAME, openRpcSession, openFixture, PASSWORD } from '../support/rpc/fixture.ts';

describe('x_import_file', () => {
  it('refuses a wrong password, a damaged file and a taken name, and stores nothing', async () => {
    const { call, refusal } = await openFixture();
    const { hex } = await call('x_export_file', { password: PASSWORD });
    const wanted = { filename: 'Copy', password: PASSWORD, hex };
    expect(await refusal('x_import_file', { ...wanted, password: 'nope' })).toMatchObject({
      fault: 'wrong_password',
    });
    const flipped = `${hex.slice(0, -2)}${hex.endsWith('00') ? '01' : '00'}`;
    expect(await refusal('x_import_file', { ...wanted, hex: flipped })).toMatchObject({
      fault: 'file_damaged',
    });
    expect(await refusal('x_import_file', { ...wanted, hex: 'zz' })).toMatchObject({ fault: 'bad_hex' });
    expect(await refusal('x_import_file', { ...wanted, filename: NAME })).toMatchObject({
      fault: 'wallet_exists',
    });
    expect((await call('x_list_wallets')).wallets).toHaveLength(1);
  });
  it('needs no open wallet', async () => {
    const { call } = await openFixture();
    const { hex } = await call('x_export_file', { password: PASSWORD });
    const rpc = openRpcSession();
    await rpc.call('x_import_file', { filename: 'Here', password: PASSWORD, hex });
    expect((await rpc.call('x_status')).wallet).toBe('Here');
  });
});
