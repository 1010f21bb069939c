import { describe, expect, it } from 'vitest';
import { asSecretKey } from '../../src/base/brands.ts';
import { toHex } from '../../src/base/hex.ts';
import { writeKeysFile } from '../../src/protocol/keys-file/keys-file.ts';
import { toKeysFile } from '../../src/wallet/account/keys-file.ts';
import {
  openRpcSession,
  openFixture,
  ownAddress,
  PASSWORD,
  type RpcSession,
} from '../support/rpc/fixture.ts';
import { finishAll, makeAll, openWallets, PASSWORD as SIGNERS } from '../support/rpc/kex-sessions.ts';
import { seededRandom } from '../support/seeded-random.ts';

const exported = async (watch_only = false): Promise<string> => {
  const { call } = await openFixture();
  return (await call('x_export_keys_file', { password: PASSWORD, watch_only })).hex;
};

describe('x_import_keys_file', () => {
  it('makes the wallet of the file and opens it', async () => {
    const { call, session } = openRpcSession();
    const hex = await exported();
    const made = await call('x_import_keys_file', { filename: 'Old', password: PASSWORD, hex });
    expect(made).toEqual({ address: ownAddress(0, 0), watch_only: false });
    expect(session.wallet.state.account).toMatchObject({
      network: 'mainnet',
      seedLanguage: 'English',
      lookahead: { major: 3, minor: 5 },
    });
    await call('close_wallet', {});
    await call('open_wallet', { filename: 'Old', password: PASSWORD });
  });
  it("makes a watching wallet from a watching wallet's file", async () => {
    const { call, session } = openRpcSession();
    const hex = await exported(true);
    const made = await call('x_import_keys_file', { filename: 'Old', password: PASSWORD, hex });
    expect(made.watch_only).toBe(true);
    expect(session.wallet.state.account.spendSecret).toBeUndefined();
  });
  it('refuses wrong passwords, damaged files, and taken names', async () => {
    const { call, refusal } = openRpcSession();
    const hex = await exported();
    const params = { filename: 'Old', password: PASSWORD, hex };
    expect(await refusal('x_import_keys_file', { ...params, password: 'no' })).toMatchObject({
      code: -1,
      fault: 'wrong_file_password',
    });
    expect(await refusal('x_import_keys_file', { ...params, hex: hex.slice(2) })).toMatchObject({
      fault: expect.stringMatching(/bad_keys_file|wrong_file_password/) as string,
    });
    expect(await refusal('x_import_keys_file', { ...params, hex: 'x' })).toMatchObject({ code: -26 });
    await call('x_import_keys_file', params);
    expect(await refusal('x_import_keys_file', params)).toMatchObject({ code: -21 });
  });
});

describe('x_import_keys_file of one signer', () => {
  it('makes the wallet of the file, its key exchange finished or not', async () => {
    const sessions = await openWallets(3);
    const messages = await makeAll(sessions, 2);
    const [{ call, session }] = sessions as [RpcSession, ...RpcSession[]];
    const other = openRpcSession();
    const carry = async (filename: string) => {
      const { hex } = await call('x_export_keys_file', { password: SIGNERS });
      return other.call('x_import_keys_file', { filename, password: SIGNERS, hex });
    };
    expect((await carry('half')).watch_only).toBe(false);
    expect(other.session.wallet.state.account.multisig).toEqual(session.wallet.state.account.multisig);
    // Both can continue the exchange.
    await other.call('exchange_multisig_keys', { multisig_info: messages });
    for (const rpc of sessions) await rpc.call('exchange_multisig_keys', { multisig_info: messages });
    expect(await other.call('query_key', { key_type: 'view_key' })).toEqual(
      await call('query_key', { key_type: 'view_key' }),
    );
    const { address } = await carry('whole');
    expect(address).toBe((await call('get_address')).address);
    expect(other.session.wallet.state.account.multisig).toEqual(session.wallet.state.account.multisig);
    expect(other.session.wallet.state.account.spendSecret).toBeUndefined();
    expect(other.session.wallet.state.settings.multisigEnabled).toBe(true);
    const { hex } = await call('x_export_keys_file', { password: SIGNERS, watch_only: true });
    const watching = await other.call('x_import_keys_file', { filename: 'watching', password: SIGNERS, hex });
    expect(watching).toEqual({ address, watch_only: true });
    expect((await other.call('is_multisig')).multisig).toBe(false);
  });
  it('refuses inconsistent multisig keys', async () => {
    const sessions = await openWallets(2);
    await finishAll(sessions, 2);
    const { account } = sessions[0]!.session.wallet.state;
    const multisig = account.multisig!;
    const changes: Partial<typeof multisig>[] = [
      { threshold: 3 },
      { rounds: 9 },
      { keys: [] },
      { signers: [multisig.signers[0]!, multisig.signers[0]!] },
      { signerSecret: asSecretKey(multisig.keys[0]!.map((byte, i) => (i === 31 ? byte : byte ^ 1))) },
    ];
    const { refusal, session } = openRpcSession();
    for (const change of changes) {
      const file = toKeysFile({ ...account, multisig: { ...multisig, ...change } }, false);
      const hex = toHex(writeKeysFile({ random: seededRandom('bad file') }, file, ''));
      expect(await refusal('x_import_keys_file', { filename: 'bad', password: '', hex })).toMatchObject({
        fault: 'bad_keys_file',
      });
    }
    expect(session.open).toBeUndefined();
  });
});
