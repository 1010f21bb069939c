import { describe, expect, it } from 'vitest';
import { toHex } from '../../src/base/hex.ts';
import { keyImage, openFixture, openRpcSession, txid } from '../support/rpc/fixture.ts';
import { secretsIn } from '../support/secret-search.ts';

describe('x_export_companion', () => {
  it('says what it holds in numbers', async () => {
    const { call, wallet } = await openFixture();
    await call('freeze', { key_image: keyImage(wallet, 'two') });
    await call('set_attribute', { key: 'shop', value: '1' });
    const { holds } = await call('x_export_companion');
    expect(holds).toEqual({
      names: 2,
      contacts: 0,
      notes: 1,
      payment_keys: 1,
      payees: 2,
      requests: 0,
      attributes: 1,
      frozen: 1,
    });
  });
  it('shows no key, note or recipient to somebody without the keys of the wallet', async () => {
    const { call, wallet } = await openFixture();
    const { hex } = await call('x_export_companion');
    const { account, tables } = wallet.state;
    const secrets = [
      { name: 'spend key', value: account.spendSecret! },
      { name: 'view key', value: account.viewSecret },
      { name: 'payment key', value: tables.txKeys.get(txid('paid'))!.key },
      { name: 'note', value: new TextEncoder().encode('Rent') },
    ];
    expect(secretsIn(hex, secrets)).toEqual([]);
    expect(secretsIn(toHex(account.viewSecret), secrets)).toEqual(['view key']);
  });
  it('is refused while the spend key is away, and without a wallet', async () => {
    const { call, refusal } = await openFixture();
    await call('setup_background_sync', {
      background_sync_type: 'reuse-wallet-password',
      wallet_password: 'correct horse',
    });
    await call('start_background_sync');
    expect(await refusal('x_export_companion')).toMatchObject({ fault: 'background_syncing' });
    expect(await refusal('x_import_companion', { hex: '' })).toMatchObject({ fault: 'background_syncing' });
    expect(await openRpcSession().refusal('x_export_companion')).toMatchObject({ code: -13 });
  });
});
