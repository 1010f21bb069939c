import { describe, expect, it } from 'vitest';
import { openRpcSession, openFixture } from '../support/rpc/fixture.ts';
import { exchange, openHalves } from '../support/rpc/halves.ts';

describe('export_outputs', () => {
  it('exports the outputs that the signer may not know yet', async () => {
    const { hot, cold } = await openHalves();
    const { outputs_data_hex } = await hot.call('export_outputs', {});
    expect(outputs_data_hex).toMatch(/^4d6f6e65726f206f7574707574206578706f727404/);
    expect(await cold.call('import_outputs', { outputs_data_hex })).toEqual({ num_imported: 6 });
  });
  it('returns no outputs when all key images are known, all outputs with all, and ranges of them', async () => {
    const halves = await openHalves();
    const { hot } = halves;
    await exchange(halves);
    const size = async (params: object): Promise<number> =>
      (await hot.call('export_outputs', params)).outputs_data_hex.length;
    const nothing = await size({});
    expect(await size({ all: true, start: 100 })).toBe(nothing);
    expect(await size({ all: true })).toBeGreaterThan(await size({ all: true, start: 1, count: 2 }));
  });
  it('refuses an empty range, and a start without all', async () => {
    const { refusal } = await openFixture();
    expect(await refusal('export_outputs', { all: true, count: 0 })).toMatchObject({
      code: -1,
      message: 'Nothing requested',
    });
    expect(await refusal('export_outputs', { start: 1 })).toMatchObject({ code: -1 });
    expect(await openRpcSession().refusal('export_outputs', {})).toMatchObject({ code: -13 });
  });
});
