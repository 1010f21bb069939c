import { describe, expect, it } from 'vitest';
import { openFixture } from '../support/rpc/fixture.ts';

describe('estimate_tx_size_and_weight', () => {
  it('agrees with the reference', async () => {
    const { call } = await openFixture({ empty: true });
    const two = await call('estimate_tx_size_and_weight', { n_inputs: 1, n_outputs: 2, ring_size: 16 });
    expect(two).toEqual({ size: 1536, weight: 1536 });
    // A single output gets a second one; ring size 0 means the default.
    expect(await call('estimate_tx_size_and_weight', { n_inputs: 1, n_outputs: 1 })).toEqual(two);
    const many = await call('estimate_tx_size_and_weight', { n_inputs: 2, n_outputs: 16 });
    expect(many.weight).toBeGreaterThan(many.size);
    expect(await call('estimate_tx_size_and_weight', { n_inputs: 2, n_outputs: 2, rct: false })).toEqual({
      size: 2606,
      weight: 2606,
    });
  });
  it('counts a view tag for each output before RingCT, as the reference does', async () => {
    const { call } = await openFixture({ empty: true });
    for (const n_outputs of [1, 2])
      expect(await call('estimate_tx_size_and_weight', { n_inputs: 1, n_outputs, rct: false })).toEqual({
        size: 1326,
        weight: 1326,
      });
  });
  it('refuses missing counts', async () => {
    const { refusal } = await openFixture({ empty: true });
    expect(await refusal('estimate_tx_size_and_weight', { n_outputs: 2 })).toMatchObject({
      code: -1,
      message: 'Failed to determine size and weight',
    });
  });
});
