import { describe, expect, it } from 'vitest';
import { createSession } from '../../src/wallet/session/session.ts';
import { openRpcSession, openFixture } from '../support/rpc/fixture.ts';
import { createFakeNode } from '../support/rpc/fake-node.ts';

const NODE = { address: 'https://node.example:18089', username: 'me', password: 'secret', trusted: true };

describe('x_set_node', () => {
  it('uses the node, and emits an event', async () => {
    const { call, node, events } = openRpcSession();
    expect(await call('x_set_node', NODE)).toEqual({});
    expect(node.chain.node).toEqual(NODE);
    expect(events()).toContain('status');
    await call('x_set_node', { address: '' });
    expect(node.chain.node).toBeUndefined();
  });
  it('is stored for the next start, but its login only inside the wallet', async () => {
    const { call, session, wallet } = await openFixture({ empty: true });
    await call('x_set_node', NODE);
    expect(wallet.state.settings.nodes?.nodes).toEqual([NODE]);
    const chain = createFakeNode().chain;
    await createSession({ ...session.world, chain }, session.files).ready;
    expect(chain.node).toEqual({ address: NODE.address, trusted: true });
  });
  it('starts without a node when the stored address is invalid', async () => {
    const { session } = openRpcSession();
    for (const text of ['', '{', '[]', 'null', '{"address":5}', '{"address":"gopher://x"}']) {
      await session.world.settings.set('node', text);
      await session.world.settings.set('nodes', text === '' ? undefined : `{"nodes":[${text}]}`);
      const chain = createFakeNode().chain;
      await createSession({ ...session.world, chain }, session.files).ready;
      expect(chain.node).toBeUndefined();
    }
  });
  it('puts the node first, and keeps the others and the roles', async () => {
    const { call } = openRpcSession();
    await call('x_set_nodes', {
      nodes: [
        { address: 'https://a.example' },
        { address: 'https://b.example' },
        { address: 'https://c.example' },
      ],
      send: 'https://a.example',
      compare: 'https://c.example',
    });
    await call('x_set_node', { address: 'https://b.example', trusted: true });
    expect(await call('x_nodes')).toMatchObject({
      nodes: [
        { address: 'https://b.example', trusted: true },
        { address: 'https://a.example' },
        { address: 'https://c.example' },
      ],
      send: 'https://a.example',
      compare: 'https://c.example',
      used: { address: 'https://b.example', stand_in: false },
    });
  });
  it('keeps the stored login without a user name, and removes it with an empty one', async () => {
    const { call, node } = openRpcSession();
    await call('x_set_node', NODE);
    await call('x_set_node', { address: NODE.address, trusted: false });
    expect(node.chain.node).toEqual({ ...NODE, trusted: false });
    await call('x_set_node', { address: NODE.address, username: '', trusted: false });
    expect((await call('x_nodes')).nodes).toEqual([
      { address: NODE.address, trusted: false, username: '', has_password: false },
    ]);
  });
  it('refuses an invalid address and keeps the old node', async () => {
    const { call, refusal, node } = openRpcSession();
    await call('x_set_node', NODE);
    expect(await refusal('x_set_node', { address: 'gopher://x' })).toMatchObject({
      fault: 'bad_node_address',
    });
    expect(node.chain.node).toEqual(NODE);
  });
});
