import { describe, expect, it } from 'vitest';
import { openRpcSession, openOwnNodeSession } from '../support/rpc/fixture.ts';

const address = 'http://127.0.0.1:18081';

describe('x_node_ban', () => {
  it('bans a host at the own node', async () => {
    const { call, node } = await openOwnNodeSession();
    expect(await call('x_node_ban', { address, host: '203.0.113.9', seconds: 60 })).toEqual({});
    expect(node.commands).toEqual([['ban', '203.0.113.9', 60]]);
  });
  it('refuses a node that is not marked as own, before it sends the node anything', async () => {
    const { call, refusal, node } = openRpcSession();
    node.answer();
    await call('x_set_node', { address, trusted: false });
    expect(await refusal('x_node_ban', { address, host: '203.0.113.9', seconds: 60 })).toMatchObject({
      fault: 'node_not_own',
    });
    expect(node.commands).toEqual([]);
  });
});
