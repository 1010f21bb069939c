import { describe, expect, it } from 'vitest';
import { openRpcSession, openFixture, XMR } from '../support/rpc/fixture.ts';
import { openHalves } from '../support/rpc/halves.ts';
import { kept } from '../support/rpc/kept.ts';

describe('import_outputs', () => {
  it('gives the signer the balance without spent outputs, and the accounts', async () => {
    const { hot, cold } = await openHalves();
    await cold.call('import_outputs', await hot.call('export_outputs', { all: true }));
    expect(await cold.call('get_balance', { account_index: 0 })).toMatchObject({
      balance: (89n * XMR) / 10n,
      unlocked_balance: 0n,
    });
    expect(await cold.call('get_balance', { account_index: 1 })).toMatchObject({ balance: 7n * XMR });
    expect((await cold.call('get_accounts', {})).subaddress_accounts).toHaveLength(2);
  });
  it('removes outputs that the sender no longer has, and changes nothing when repeated', async () => {
    const { hot, cold } = await openHalves();
    await cold.call('import_outputs', await hot.call('export_outputs', { all: true }));
    await hot.wallet.ledger.commit({ puts: [], deletes: [{ table: 'outputs', key: '5' }] });
    const less = await hot.call('export_outputs', { all: true });
    expect(await cold.call('import_outputs', less)).toEqual({ num_imported: 5 });
    const again = kept(cold);
    await cold.call('import_outputs', less);
    expect(kept(cold)).toBe(again);
  });
  it('refuses gaps, other wallets, watching and hot wallets, and changes nothing', async () => {
    const { hot, cold } = await openHalves();
    const before = kept(cold);
    const part = await hot.call('export_outputs', { all: true, start: 2 });
    expect(await cold.refusal('import_outputs', part)).toMatchObject({
      code: -1,
      fault: 'bad_outputs',
      message: expect.stringContaining('omit more outputs') as string,
    });
    const whole = await hot.call('export_outputs', { all: true });
    const watching = await openFixture({ empty: true, watchOnly: true });
    expect(await watching.refusal('import_outputs', whole)).toMatchObject({ code: -29 });
    const warm = await openFixture();
    expect(await warm.refusal('import_outputs', whole)).toMatchObject({
      code: -1,
      message: 'Failed to import outputs: Hot wallets cannot import outputs',
    });
    const other = openRpcSession();
    expect(await other.refusal('import_outputs', whole)).toMatchObject({ code: -13 });
    await other.call('create_wallet', { filename: 'other', password: '', language: 'English' });
    expect(await other.refusal('import_outputs', whole)).toMatchObject({ code: -1, fault: 'bad_envelope' });
    expect(await cold.refusal('import_outputs', { outputs_data_hex: 'x' })).toMatchObject({ code: -26 });
    expect(kept(cold)).toBe(before);
  });
});
