import { describe, expect, it } from 'vitest';
import { fromHex } from '../../src/base/hex.ts';
import { readKeysFile } from '../../src/protocol/keys-file/keys-file.ts';
import { KEYS, openRpcSession, openFixture, PASSWORD } from '../support/rpc/fixture.ts';

describe('x_export_keys_file', () => {
  it('writes the keys under the password, with or without the spend key', async () => {
    const { call } = await openFixture();
    const read = async (watch_only: boolean) =>
      readKeysFile(
        fromHex((await call('x_export_keys_file', { password: PASSWORD, watch_only })).hex),
        PASSWORD,
      );
    expect((await read(false)).keys).toEqual(KEYS);
    expect((await read(true)).keys.spendSecret).toBeUndefined();
  });
  it('needs the password', async () => {
    const { refusal } = await openFixture();
    expect(await refusal('x_export_keys_file', { password: 'no' })).toMatchObject({ code: -22 });
    expect(await openRpcSession().refusal('x_export_keys_file', {})).toMatchObject({ code: -13 });
  });
});
