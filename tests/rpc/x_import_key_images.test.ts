import { beforeAll, describe, expect, it } from 'vitest';
import { openDesk, openFixture, XMR } from '../support/rpc/fixture.ts';
import { kept, openHalves } from '../support/rpc/halves.ts';
import { useWasmKernel } from '../support/wasm-kernel.ts';

beforeAll(useWasmKernel);

describe('x_import_key_images', () => {
  it('takes what the signer gave', async () => {
    const { hot, cold } = await openHalves();
    await cold.call('import_outputs', await hot.call('export_outputs', { all: true }));
    const file = await cold.call('x_export_key_images', { all: true });
    const { unspent } = await hot.call('x_import_key_images', file);
    expect(unspent).toBe((159n * XMR) / 10n);
  });
  it('refuses what is damaged, of another wallet, and nodes of others', async () => {
    const { hot, cold } = await openHalves();
    const before = kept(hot);
    const { hex } = await cold.call('x_export_key_images', { all: true });
    const bent = hex.slice(0, -1) + (hex.endsWith('0') ? '1' : '0');
    expect(await hot.refusal('x_import_key_images', { hex: bent })).toMatchObject({
      code: -1,
      fault: 'bad_envelope',
    });
    expect(await hot.refusal('x_import_key_images', { hex: 'x' })).toMatchObject({ code: -26 });
    expect(kept(hot)).toBe(before);
    const { refusal } = await openFixture({ watchOnly: true });
    expect(await refusal('x_import_key_images', { hex })).toMatchObject({ fault: 'untrusted_daemon' });
    expect(await openDesk().refusal('x_import_key_images', { hex })).toMatchObject({ code: -13 });
  });
});
