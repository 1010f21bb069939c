import { describe, expect, it } from 'vitest';
import { openRpcSession, openOwnNodeSession } from '../support/rpc/fixture.ts';

const address = 'http://127.0.0.1:18081';

describe('x_node_log', () => {
  it('sets the log level of the own node', async () => {
    const { call, node } = await openOwnNodeSession();
    expect(await call('x_node_log', { address, level: 2 })).toEqual({});
    expect(node.commands).toEqual([['setLogLevel', 2]]);
  });
  it('sets log categories and reports what is logged now', async () => {
    const { call, refusal, node } = await openOwnNodeSession();
    expect(await call('x_node_log', { address, categories: '*:INFO' })).toEqual({ categories: '*:INFO' });
    expect(await refusal('x_node_log', { address, level: 5 })).toMatchObject({ fault: 'bad_log_level' });
    expect(node.commands).toEqual([['setLogCategories', '*:INFO']]);
  });
  it('refuses a node that is not marked as own, before it sends the node anything', async () => {
    const { call, refusal, node } = openRpcSession();
    node.answer();
    await call('x_set_node', { address, trusted: false });
    expect(await refusal('x_node_log', { address, level: 2 })).toMatchObject({ fault: 'node_not_own' });
    expect(node.commands).toEqual([]);
  });
});
