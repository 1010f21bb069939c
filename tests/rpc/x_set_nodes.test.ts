import { describe, expect, it } from 'vitest';
import { createSession } from '../../src/wallet/session/session.ts';
import { put } from '../../src/wallet/state/state.ts';
import { createFakeNode } from '../support/rpc/fake-node.ts';
import { NAME, openRpcSession, openFixture, PASSWORD } from '../support/rpc/fixture.ts';

const A = { address: 'https://a.example', trusted: true, username: 'me', password: 'secret' };
const B = { address: 'https://b.example', trusted: false };
const C = { address: 'http://127.0.0.1:18081', trusted: true };
const LIST = { nodes: [A, B, C], send: B.address, compare: C.address };

describe('x_set_nodes', () => {
  it('reads from the first node, and returns the list without passwords', async () => {
    const { call, node, events } = openRpcSession();
    expect(await call('x_set_nodes', LIST)).toEqual({});
    expect(node.chain.node).toEqual(A);
    expect(events()).toContain('status');
    expect(await call('x_nodes')).toEqual({
      nodes: [
        { address: A.address, trusted: true, username: 'me', has_password: true },
        { ...B, username: '', has_password: false },
        { ...C, username: '', has_password: false },
      ],
      send: B.address,
      compare: C.address,
      used: { address: A.address, stand_in: false },
    });
    await call('x_set_nodes', {});
    expect(node.chain.node).toBeUndefined();
  });
  it('keeps the password of the same address and user name, and no other', async () => {
    const { call, node } = openRpcSession();
    await call('x_set_nodes', LIST);
    const { password: _, ...withoutPassword } = A;
    await call('x_set_nodes', { nodes: [withoutPassword] });
    expect(node.chain.node).toEqual(A);
    await call('x_set_nodes', { nodes: [{ ...withoutPassword, address: 'https://other.example' }] });
    expect(node.chain.node?.password).toBeUndefined();
    await call('x_set_nodes', LIST);
    await call('x_set_nodes', { nodes: [{ ...withoutPassword, username: 'you' }] });
    expect(node.chain.node?.password).toBeUndefined();
  });
  it('moves logins out of the addresses', async () => {
    const { call, node } = openRpcSession();
    const typed = 'https://me:secret@a.example';
    await call('x_set_nodes', { nodes: [{ address: typed, trusted: true }], send: typed });
    expect(node.chain.node).toEqual(A);
    expect((await call('x_nodes')).send).toBe(A.address);
  });
  it('stores the logins inside the wallet only', async () => {
    const { call, session, wallet } = await openFixture({ empty: true });
    await call('x_set_nodes', LIST);
    expect(wallet.state.settings.nodes).toMatchObject({
      nodes: [A, { ...B, username: '', password: '' }, { ...C, username: '', password: '' }],
      send: B.address,
      compare: C.address,
    });
    const stored = await session.world.settings.get('nodes');
    expect(stored).toContain(B.address);
    expect(stored).not.toContain('secret');
    const chain = createFakeNode().chain;
    const next = createSession({ ...session.world, chain }, session.files);
    await next.ready;
    expect(chain.node).toEqual({ address: A.address, trusted: true });
    expect(next.nodes.list).toMatchObject({ send: B.address, compare: C.address });
    await session.close();
    await next.openFile(NAME, PASSWORD);
    expect(chain.node).toEqual(A);
  });
  it('keeps a login that was given before the wallet was made, in the wallet', async () => {
    const { call, session } = openRpcSession();
    await call('x_set_nodes', LIST);
    await call('create_wallet', { filename: NAME, password: PASSWORD, language: 'English' });
    await session.close();
    const chain = createFakeNode().chain;
    const next = createSession({ ...session.world, chain }, session.files);
    await next.ready;
    expect(chain.node).toEqual({ address: A.address, trusted: true });
    await next.openFile(NAME, PASSWORD);
    expect(chain.node).toEqual(A);
  });
  it('refuses roles of unknown nodes, a node twice, and too many nodes, and changes nothing', async () => {
    const { call, refusal, node } = openRpcSession();
    await call('x_set_nodes', LIST);
    const many = Array.from({ length: 51 }, (_, i) => ({ address: `https://n${i}.example` }));
    for (const wrong of [
      { nodes: [A], send: B.address },
      { nodes: [A], compare: B.address },
      { nodes: [A, B, A] },
      { nodes: many },
    ])
      expect(await refusal('x_set_nodes', wrong)).toMatchObject({ code: -1, fault: 'bad_node_list' });
    expect(await refusal('x_set_nodes', { nodes: [A, { address: 'gopher://x' }] })).toMatchObject({
      fault: 'bad_node_address',
    });
    expect(node.chain.node).toEqual(A);
    expect((await call('x_nodes')).nodes).toHaveLength(3);
  });
});

describe('the single node of earlier versions', () => {
  it('is read from a wallet as a list of one, with its login', async () => {
    const { wallet, session, node, call } = await openFixture({ empty: true });
    const { settings } = wallet.state;
    await wallet.ledger.commit({ puts: [put('settings', '', { ...settings, node: A })], deletes: [] });
    await session.close();
    await session.openFile(NAME, PASSWORD);
    expect(node.chain.node).toEqual(A);
    expect((await call('x_nodes')).nodes).toHaveLength(1);
    await call('x_set_nodes', { nodes: [B, A] });
    expect(session.wallet.state.settings.node).toBeUndefined();
    expect(session.wallet.state.settings.nodes?.nodes).toHaveLength(2);
  });
  it('is read from a wallet that uses no node as an empty list', async () => {
    const { wallet, session, node, call } = await openFixture({ empty: true });
    const { settings } = wallet.state;
    const none = { address: '', username: '', password: '', trusted: false };
    await wallet.ledger.commit({ puts: [put('settings', '', { ...settings, node: none })], deletes: [] });
    await session.close();
    await call('x_set_node', A);
    await session.openFile(NAME, PASSWORD);
    expect(node.chain.node).toBeUndefined();
  });
  it('is read from the app settings as a list of one', async () => {
    const { session } = openRpcSession();
    await session.world.settings.set('node', '{"address":"https://a.example","trusted":true}');
    const chain = createFakeNode().chain;
    const next = createSession({ ...session.world, chain }, session.files);
    await next.ready;
    expect(next.nodes.list.nodes).toEqual([{ address: 'https://a.example', trusted: true }]);
  });
});
