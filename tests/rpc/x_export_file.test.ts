import { describe, expect, it } from 'vitest';
import { openRpcSession, openFixture, PASSWORD } from '../support/rpc/fixture.ts';

describe('x_export_file', () => {
  it('exports the whole wallet as one file that another browser opens', async () => {
    const { call } = await openFixture();
    const { hex } = await call('x_export_file', { password: PASSWORD });
    const here = await call('get_transfers', { in: true, out: true, all_accounts: true });
    const there = openRpcSession();
    await there.call('x_import_file', { filename: 'Again', password: PASSWORD, hex });
    expect(await there.call('get_transfers', { in: true, out: true, all_accounts: true })).toEqual(here);
    expect(await there.call('x_list_wallets')).toMatchObject({ wallets: [{ name: 'Again' }] });
  });
  it('needs the password', async () => {
    const { refusal } = await openFixture();
    expect(await refusal('x_export_file', { password: 'nope' })).toMatchObject({
      fault: 'wrong_old_password',
    });
    expect(await openRpcSession().refusal('x_export_file', { password: PASSWORD })).toMatchObject({
      code: -13,
    });
  });
});
