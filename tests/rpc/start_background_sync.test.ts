import { describe, expect, it, vi } from 'vitest';
import { fault } from '../../src/store/faults.ts';
import { asTxId } from '../../src/base/brands.ts';
import { change, put } from '../../src/wallet/state/state.ts';
import { NAME, openFixture, PASSWORD, PAYEE } from '../support/rpc/fixture.ts';

const reuse = { background_sync_type: 'reuse-wallet-password', wallet_password: PASSWORD };
const custom = {
  background_sync_type: 'custom-background-password',
  wallet_password: PASSWORD,
  background_cache_password: 'for reading',
};

// The look-ahead has ten thousand addresses: the readable kernel takes seconds to compute them.

describe('start_background_sync', () => {
  it('removes the spend key from memory and from what the file key alone decrypts', async () => {
    const { call, wallet, session } = await openFixture();
    await call('setup_background_sync', reuse);
    const secret = wallet.state.account.spendSecret!;
    expect(await call('start_background_sync')).toEqual({});
    expect(session.wallet.state.account.spendSecret).toBeUndefined();
    expect(secret.every((byte) => byte === 0)).toBe(true);
    const { snapshot, entries } = await wallet.file.load();
    expect(snapshot).toBeDefined();
    expect(entries).toEqual([]);
  });
  it('erases the rest when it is called again after it could not', async () => {
    const { call, refusal, wallet } = await openFixture();
    await call('setup_background_sync', reuse);
    const secret = wallet.state.account.spendSecret!;
    const compact = vi.spyOn(wallet.file, 'compact').mockRejectedValueOnce(fault('storage_full'));
    expect(await refusal('start_background_sync')).toMatchObject({ fault: 'storage_full' });
    expect(secret.every((byte) => byte === 0)).toBe(true);
    expect((await wallet.file.load()).entries).not.toEqual([]);
    expect(await call('start_background_sync')).toEqual({});
    expect(compact).toHaveBeenLastCalledWith(expect.anything(), { everywhere: true });
    expect((await wallet.file.load()).entries).toEqual([]);
  });
  it('keeps what may spend outputs of this time when it is called again', async () => {
    const { call, wallet } = await openFixture();
    await call('setup_background_sync', reuse);
    const spending = {
      ...{ txid: asTxId(new Uint8Array(32)), height: 900, timestamp: 1, fee: 1n, unlockTime: 0n },
      keyImages: [],
    };
    const { ledger } = wallet;
    await ledger.commit(change([put('maybeSpending', 'before', spending)]));
    await call('start_background_sync');
    expect([...ledger.state.tables.maybeSpending.keys()]).toEqual([]);
    await ledger.commit(change([put('maybeSpending', 'found', spending)]));
    await call('start_background_sync');
    expect([...ledger.state.tables.maybeSpending.keys()]).toEqual(['found']);
  });
  it('refuses methods that need the spend key, and still returns balances', async () => {
    const { call, refusal } = await openFixture();
    const before = await call('get_balance');
    await call('setup_background_sync', reuse);
    await call('start_background_sync');
    expect(await call('start_background_sync')).toEqual({});
    expect(await call('get_balance')).toEqual(before);
    const away = {
      code: -52,
      message: expect.stringContaining('disabled while background syncing') as string,
    };
    const destinations = [{ address: PAYEE, amount: 1n }];
    expect(await refusal('transfer', { destinations })).toMatchObject(away);
    expect(await refusal('query_key', { key_type: 'mnemonic' })).toMatchObject(away);
    expect(await refusal('create_address')).toMatchObject(away);
    expect(await refusal('change_wallet_password', { old_password: PASSWORD })).toMatchObject(away);
    expect((await call('query_key', { key_type: 'view_key' })).key).toHaveLength(64);
  });
  it('refuses a payment that was being prepared when the key was locked away', async () => {
    const { call, session } = await openFixture();
    await call('setup_background_sync', reuse);
    await call('start_background_sync');
    // A view-only wallet would answer with a set for its signing device, and the program took it for a payment.
    await expect(session.wallet.payments.finish([])).rejects.toMatchObject({ code: 'background_syncing' });
  });
  it('ends when the wallet is opened with its own password', async () => {
    const { call, session } = await openFixture();
    await call('setup_background_sync', reuse);
    await call('start_background_sync');
    await call('close_wallet');
    await call('open_wallet', { filename: NAME, password: PASSWORD });
    expect(session.background).toBeUndefined();
    expect(await call('query_key', { key_type: 'spend_key' })).toBeDefined();
  });
  it("with a custom password scans with a copy that contains none of the owner's texts", async () => {
    const { call, refusal, session } = await openFixture();
    const before = await call('get_balance');
    await call('setup_background_sync', custom);
    await call('start_background_sync');
    expect(session.wallet.name).toBe(`${NAME}.background`);
    expect(await call('get_balance')).toMatchObject({ balance: before.balance });
    expect(session.wallet.state.tables.notes.size + session.wallet.state.tables.txKeys.size).toBe(0);
    expect(await refusal('sign', { data: 'x' })).toMatchObject({ code: -52 });
    await call('close_wallet');
    await call('open_wallet', { filename: `${NAME}.background`, password: 'for reading' });
    expect(await refusal('sign', { data: 'x' })).toMatchObject({
      code: -51,
      message: 'This command is disabled for background wallets.',
    });
    expect(await refusal('start_background_sync')).toMatchObject({ code: -1 });
  });
  it('needs setup_background_sync first', async () => {
    const { refusal } = await openFixture({ empty: true });
    expect(await refusal('start_background_sync')).toMatchObject({
      code: -1,
      message: 'must setup background sync first before using background sync',
    });
  });
});
