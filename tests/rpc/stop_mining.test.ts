import { describe, expect, it } from 'vitest';
import { openFixture } from '../support/rpc/fixture.ts';

describe('stop_mining', () => {
  it('stops mining', async () => {
    const { call, node } = await openFixture({ empty: true });
    node.answer();
    await call('start_mining', { threads_count: 1 });
    expect(await call('stop_mining')).toEqual({});
    expect(node.mining).toEqual([]);
  });
  it('needs a node', async () => {
    const { refusal } = await openFixture({ empty: true });
    expect(await refusal('stop_mining')).toMatchObject({
      code: -1,
      message: "Couldn't stop mining due to unknown error.",
      fault: 'no_node',
    });
  });
});
