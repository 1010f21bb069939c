import { describe, expect, it } from 'vitest';
import { openFixture } from '../support/rpc/fixture.ts';

describe('get_default_fee_priority', () => {
  it('returns the lowest while blocks have room', async () => {
    const { call, node } = await openFixture({ empty: true });
    node.answer();
    expect(await call('get_default_fee_priority')).toEqual({ priority: 1 });
  });
  it('needs a node', async () => {
    const { refusal } = await openFixture({ empty: true });
    expect(await refusal('get_default_fee_priority')).toMatchObject({
      code: -1,
      message: 'Failed to get adjusted fee priority',
      fault: 'no_node',
    });
  });
});
