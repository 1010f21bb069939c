import { beforeAll, describe, expect, it } from 'vitest';
import { openDesk, openFixture, ownAddress, PASSWORD } from '../support/rpc/fixture.ts';
import { useWasmKernel } from '../support/wasm-kernel.ts';

beforeAll(useWasmKernel);

const exported = async (watch_only = false): Promise<string> => {
  const { call } = await openFixture();
  return (await call('x_export_keys_file', { password: PASSWORD, watch_only })).hex;
};

describe('x_import_keys_file', () => {
  it('makes the wallet of the file, and opens it', async () => {
    const { call, session } = openDesk();
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
  it('makes a watching wallet of a watching file', async () => {
    const { call, session } = openDesk();
    const hex = await exported(true);
    const made = await call('x_import_keys_file', { filename: 'Old', password: PASSWORD, hex });
    expect(made.watch_only).toBe(true);
    expect(session.wallet.state.account.spendSecret).toBeUndefined();
  });
  it('refuses wrong passwords, damage, and names that are taken', async () => {
    const { call, refusal } = openDesk();
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
