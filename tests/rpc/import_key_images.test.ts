import { describe, expect, it } from 'vitest';
import { openRpcSession, openFixture, XMR } from '../support/rpc/fixture.ts';
import { exchange, openHalves } from '../support/rpc/halves.ts';
import { kept } from '../support/rpc/kept.ts';

describe('import_key_images', () => {
  it('returns spent and unspent amounts as the node reports them', async () => {
    const { hot, cold } = await openHalves();
    await cold.call('import_outputs', await hot.call('export_outputs', { all: true }));
    const keys = await cold.call('export_key_images', { all: true });
    const images = keys.signed_key_images ?? [];
    hot.node.spent.set(images[0]!.key_image, 1).set(images[1]!.key_image, 1);
    expect(await hot.call('import_key_images', { offset: 0, signed_key_images: images })).toEqual({
      height: 995,
      spent: 8n * XMR,
      unspent: (109n * XMR) / 10n,
    });
    expect(await hot.call('get_balance', { account_index: 0 })).toMatchObject({
      // Two, the change and one, and the transaction in the pool.
      balance: (39n * XMR) / 10n + XMR / 2n,
    });
    expect(hot.events()).toContain('changed');
  });
  it('keeps the imported key images after the exchange', async () => {
    const halves = await openHalves();
    await exchange(halves);
    const { tables } = halves.hot.wallet.state;
    expect(tables.keyImages.size).toBe(6);
  });
  it('refuses wrong signatures, wrong offsets and malformed key images, and changes nothing', async () => {
    const { hot, cold } = await openHalves();
    const before = kept(hot);
    await cold.call('import_outputs', await hot.call('export_outputs', { all: true }));
    const images = (await cold.call('export_key_images', { all: true })).signed_key_images ?? [];
    const put = (offset: number, signed_key_images: typeof images) =>
      hot.refusal('import_key_images', { offset, signed_key_images });
    expect(await put(1, images.slice(0, 1))).toMatchObject({ code: -9 });
    expect(await put(0, [{ ...images[0]!, key_image: images[1]!.key_image }])).toMatchObject({ code: -9 });
    expect(await put(1, images)).toMatchObject({ code: -1, fault: 'bad_key_images' });
    expect(await put(7, [])).toMatchObject({ code: -1, fault: 'bad_key_images' });
    expect(await put(0, [{ ...images[0]!, key_image: '00' }])).toMatchObject({ code: -10 });
    expect(await put(0, [{ ...images[0]!, signature: '00' }])).toMatchObject({ code: -9 });
    expect(await put(0, [{ ...images[0]!, key_image: '0'.repeat(64) }])).toMatchObject({ code: -1 });
    expect(kept(hot)).toBe(before);
  });
  it('asks only a trusted node, and stores nothing when the node does not answer', async () => {
    const { hot, cold } = await openHalves();
    await cold.call('import_outputs', await hot.call('export_outputs', { all: true }));
    const keys = await cold.call('export_key_images', { all: true });
    const params = { offset: 0, signed_key_images: keys.signed_key_images ?? [] };
    const before = kept(hot);
    hot.node.silence();
    expect(await hot.refusal('import_key_images', params)).toMatchObject({ code: -38 });
    hot.node.chain.use({ address: 'http://127.0.0.1:18081', trusted: false });
    expect(await hot.refusal('import_key_images', params)).toMatchObject({
      code: -1,
      message: 'This command requires a trusted daemon.',
    });
    expect(kept(hot)).toBe(before);
    expect(await openRpcSession().refusal('import_key_images', params)).toMatchObject({ code: -13 });
  });
  it('returns zeros for an empty list', async () => {
    const { call, node } = await openFixture();
    node.answer();
    expect(await call('import_key_images', { signed_key_images: [] })).toEqual({
      height: 0,
      spent: 0n,
      unspent: 0n,
    });
  });
});
