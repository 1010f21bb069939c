/** Where the content of a wallet's 16 words is kept: as long, and only where, the spend key is. */
import { describe, expect, it } from 'vitest';
import { inspect } from 'node:util';
import { fromHex } from '../../../../src/base/hex.ts';
import { readKeysFile } from '../../../../src/protocol/keys-file/keys-file.ts';
import { openRpcSession } from '../../../support/rpc/fixture.ts';

const PASSWORD = 'pw';
const wallet = async (language = 'English') => {
  const rpc = openRpcSession();
  await rpc.call('create_wallet', { filename: 'mine', password: PASSWORD, language, polyseed: true });
  const words = async (): Promise<string> => (await rpc.call('query_key', { key_type: 'mnemonic' })).key;
  return { ...rpc, words, seed: await words(), account: () => rpc.session.wallet.state.account };
};

// threat: keys-after-lock
describe('the content of 16 words', () => {
  it('is in the file, and overwritten in memory and in no log when the wallet is locked', async () => {
    const { call, account, words, seed } = await wallet('Spanish');
    const { secret } = account().polyseed!;
    expect(inspect(account().polyseed)).toContain('[secret]');
    await call('close_wallet');
    expect(secret.every((byte) => byte === 0)).toBe(true);
    await call('open_wallet', { filename: 'mine', password: PASSWORD });
    expect(await words()).toBe(seed);
  });
  it('is away with the spend key during background sync, and comes back with it', async () => {
    const { call, account, words, seed } = await wallet('Korean');
    await call('setup_background_sync', {
      background_sync_type: 'reuse-wallet-password',
      wallet_password: PASSWORD,
    });
    const { secret } = account().polyseed!;
    await call('start_background_sync');
    expect(account().polyseed).toBeUndefined();
    expect(secret.every((byte) => byte === 0)).toBe(true);
    await call('stop_background_sync', { wallet_password: PASSWORD });
    expect(await words()).toBe(seed);
    await call('change_wallet_password', { old_password: PASSWORD, new_password: 'other' });
    await call('start_background_sync');
    await call('close_wallet');
    await call('open_wallet', { filename: 'mine', password: 'other' });
    expect(await words()).toBe(seed);
  });
  it('is not in the copy for background sync', async () => {
    const { call, account } = await wallet();
    await call('setup_background_sync', {
      background_sync_type: 'custom-background-password',
      wallet_password: PASSWORD,
      background_cache_password: 'for reading',
    });
    await call('start_background_sync');
    expect(account().spendSecret).toBeUndefined();
    expect(account().polyseed).toBeUndefined();
  });
  it('leaves a wallet that becomes one of several signers', async () => {
    const { call, account } = await wallet();
    await call('prepare_multisig', { enable_multisig_experimental: true });
    const other = openRpcSession();
    await other.call('create_wallet', { filename: 'theirs', password: PASSWORD, language: 'English' });
    const { multisig_info } = await other.call('prepare_multisig', { enable_multisig_experimental: true });
    await call('make_multisig', { multisig_info: [multisig_info], threshold: 2, password: PASSWORD });
    expect(account().spendSecret).toBeUndefined();
    expect(account().polyseed).toBeUndefined();
  });
  it('is in the keys file that is exported, not in one that only watches, and is imported from it', async () => {
    const { call, seed } = await wallet('Chinese (Simplified)');
    const { address } = await call('get_address');
    const { hex } = await call('x_export_keys_file', { password: PASSWORD });
    const watching = await call('x_export_keys_file', { password: PASSWORD, watch_only: true });
    expect(readKeysFile(fromHex(watching.hex), PASSWORD).polyseed).toBeUndefined();
    const other = openRpcSession();
    await other.call('x_import_keys_file', { filename: 'back', password: PASSWORD, hex });
    expect(await other.call('get_address')).toMatchObject({ address });
    expect(await other.call('query_key', { key_type: 'mnemonic' })).toEqual({ key: seed });
  });
});
