import { describe, expect, it } from 'vitest';
import { openRpcSession, openOwnNodeSession } from '../support/rpc/fixture.ts';

const address = 'http://127.0.0.1:18081';

describe('x_node_limits', () => {
  it('sets the given limits of the own node', async () => {
    const { call, node } = await openOwnNodeSession();
    expect(await call('x_node_limits', { address, down: -1, max_outgoing: 5 })).toEqual({});
    expect(node.commands).toEqual([
      ['setLimits', { down: -1, up: undefined, maxOutgoing: 5, maxIncoming: undefined }],
    ]);
  });
  it('refuses a node that is not marked as own, before it sends the node anything', async () => {
    const { call, refusal, node } = openRpcSession();
    node.answer();
    await call('x_set_node', { address, trusted: false });
    expect(await refusal('x_node_limits', { address, down: -1, max_outgoing: 5 })).toMatchObject({
      fault: 'node_not_own',
    });
    expect(node.commands).toEqual([]);
  });
});
