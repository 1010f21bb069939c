import { describe, expect, it } from 'vitest';
import { openRpcSession, openFixture, keyImage } from '../support/rpc/fixture.ts';
import { openHalves } from '../support/rpc/halves.ts';

describe('export_key_images', () => {
  it('returns only what is requested by default, and all key images with all', async () => {
    const { call, wallet } = await openFixture();
    expect(await call('export_key_images', {})).toEqual({ offset: 6 });
    const { offset, signed_key_images } = await call('export_key_images', { all: true });
    expect(offset).toBe(0);
    expect(signed_key_images?.map(({ key_image }) => key_image)).toEqual(
      ['five', 'three', 'two', 'seven', 'paid', 'one'].map((name) => keyImage(wallet, name)),
    );
  });
  it('returns the key images of the outputs that the watching wallet sent last', async () => {
    const { hot, cold } = await openHalves();
    await cold.call('import_outputs', await hot.call('export_outputs', { all: true, start: 0, count: 2 }));
    expect((await cold.call('export_key_images', {})).signed_key_images).toHaveLength(2);
  });
  it('needs the spend key', async () => {
    const { refusal } = await openFixture({ watchOnly: true });
    expect(await refusal('export_key_images', { all: true })).toMatchObject({ code: -29 });
    expect(await openRpcSession().refusal('export_key_images', {})).toMatchObject({ code: -13 });
  });
});
