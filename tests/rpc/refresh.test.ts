import { describe, expect, it } from 'vitest';
import { openFixture } from '../support/rpc/fixture.ts';
import { blockHash } from '../support/rpc/fake-node.ts';

describe('refresh', () => {
  it('finds nothing new at the tip', async () => {
    const { call, node } = await openFixture();
    node.answer({ height: 1000, topHash: blockHash(999) });
    expect(await call('refresh', { start_height: 0 })).toEqual({ blocks_fetched: 0, received_money: false });
  });
  it('reports that no node answers', async () => {
    const { refusal, node } = await openFixture();
    node.answer();
    node.silence();
    expect(await refusal('refresh')).toMatchObject({ code: -38, fault: 'node_unreachable' });
  });
});
