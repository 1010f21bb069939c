import { describe, expect, it } from 'vitest';
import { openRpcSession, openOwnNodeSession } from '../support/rpc/fixture.ts';

const address = 'http://127.0.0.1:18081';

describe('x_node_prune', () => {
  it('prunes the own node', async () => {
    const { call, node } = await openOwnNodeSession();
    expect(await call('x_node_prune', { address })).toEqual({ pruned: true });
    expect(node.commands).toEqual([['prune']]);
  });
  it('only asks whether the own node is pruned with `check`', async () => {
    const { call, node } = await openOwnNodeSession();
    expect(await call('x_node_prune', { address, check: true })).toEqual({ pruned: false });
    expect(node.commands).toEqual([['isPruned']]);
  });
  it('refuses a node that is not marked as own, before it sends the node anything', async () => {
    const { call, refusal, node } = openRpcSession();
    node.answer();
    await call('x_set_node', { address, trusted: false });
    expect(await refusal('x_node_prune', { address })).toMatchObject({ fault: 'node_not_own' });
    expect(node.commands).toEqual([]);
  });
});
