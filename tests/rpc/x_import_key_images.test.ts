import { describe, expect, it } from 'vitest';
import { openRpcSession, XMR } from '../support/rpc/fixture.ts';
import { openHalves } from '../support/rpc/halves.ts';
import { kept } from '../support/rpc/kept.ts';

describe('x_import_key_images', () => {
  it("imports the signer's file", async () => {
    const { hot, cold } = await openHalves();
    await cold.call('import_outputs', await hot.call('export_outputs', { all: true }));
    const file = await cold.call('x_export_key_images', { all: true });
    const { unspent } = await hot.call('x_import_key_images', file);
    expect(unspent).toBe((159n * XMR) / 10n);
  });
  // threat: own-lookups
  it('asks the node about no key image or transaction, and rescans the blocks instead', async () => {
    const { hot, cold } = await openHalves();
    const asked: string[] = [];
    const { chain } = hot.node;
    chain.keyImagesSpent = (images) => {
      asked.push('key images');
      return Promise.resolve(images.map(() => 0));
    };
    chain.transactions = () => {
      asked.push('transactions');
      return Promise.resolve([]);
    };
    const file = await cold.call('import_outputs', await hot.call('export_outputs', { all: true }));
    expect(file.num_imported).toBe(6);
    await hot.call('x_import_key_images', await cold.call('x_export_key_images', { all: true }));
    expect(asked).toEqual([]);
    expect(hot.wallet.state.outputs.every(({ keyImage }) => keyImage)).toBe(true);
    expect(hot.wallet.state.tables.spendSearch.get('')).toEqual({ from: 1, next: 1, to: 1000 });
  });
  it('needs no trusted node', async () => {
    const { hot, cold } = await openHalves();
    hot.session.world.chain.use({ address: 'http://node.example:18081', trusted: false });
    await cold.call('import_outputs', await hot.call('export_outputs', { all: true }));
    await hot.call('x_import_key_images', await cold.call('x_export_key_images', { all: true }));
    expect(hot.wallet.state.outputs.every(({ keyImage }) => keyImage)).toBe(true);
  });
  it('refuses files that are damaged or of another wallet', async () => {
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
    expect(await openRpcSession().refusal('x_import_key_images', { hex })).toMatchObject({ code: -13 });
  });
});
