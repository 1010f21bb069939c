import { describe, expect, it } from 'vitest';
import { openRpcSession } from '../support/rpc/fixture.ts';

describe('x_nodes', () => {
  it('answers an empty list before a node was chosen', async () => {
    const { call } = openRpcSession();
    expect(await call('x_nodes')).toEqual({ send: '', compare: '', used: { address: '', stand_in: false } });
  });
  it('does not return passwords', async () => {
    const { call } = openRpcSession();
    await call('x_set_node', { address: 'https://me:secret@a.example' });
    expect(JSON.stringify(await call('x_nodes'))).not.toContain('secret');
    expect((await call('x_nodes')).nodes).toMatchObject([{ username: 'me', has_password: true }]);
  });
});
