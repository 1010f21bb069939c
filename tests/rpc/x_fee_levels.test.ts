import { describe, expect, it } from 'vitest';
import { openRpcSession } from '../support/rpc/fixture.ts';

describe('x_fee_levels', () => {
  it('returns the fee per byte', async () => {
    const { call, node } = openRpcSession();
    node.answer();
    expect(await call('x_fee_levels')).toEqual({
      levels: [
        { priority: 1, fee_per_byte: 20_000n },
        { priority: 2, fee_per_byte: 80_000n },
        { priority: 3, fee_per_byte: 320_000n },
      ],
      quantization_mask: 10_000n,
    });
  });
  it('needs a node', async () => {
    expect(await openRpcSession().refusal('x_fee_levels')).toMatchObject({ code: -38, fault: 'no_node' });
  });
});
