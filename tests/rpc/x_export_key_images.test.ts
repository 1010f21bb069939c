import { describe, expect, it } from 'vitest';
import { openRpcSession, openFixture } from '../support/rpc/fixture.ts';

describe('x_export_key_images', () => {
  it("returns the reference's file format, with all or only the requested key images", async () => {
    const { call } = await openFixture();
    const { hex } = await call('x_export_key_images', { all: true });
    expect(hex).toMatch(/^4d6f6e65726f206b657920696d616765206578706f727403/);
    const none = await call('x_export_key_images', {});
    expect(hex.length - none.hex.length).toBe(6 * 96 * 2);
  });
  it('needs the spend key', async () => {
    const { refusal } = await openFixture({ watchOnly: true });
    expect(await refusal('x_export_key_images', {})).toMatchObject({ code: -29 });
    expect(await openRpcSession().refusal('x_export_key_images', {})).toMatchObject({ code: -13 });
  });
});
