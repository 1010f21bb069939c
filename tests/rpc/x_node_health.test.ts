import { describe, expect, it } from 'vitest';
import { Fault } from '../../src/base/fault.ts';
import { openRpcSession } from '../support/rpc/fixture.ts';

const ADDRESS = 'https://node.example';

describe('x_node_health', () => {
  it('returns the state of a node without using it, and leaves out what the node hides', async () => {
    const { call, node } = openRpcSession();
    node.answer();
    node.chain.use(undefined);
    expect(await call('x_node_health', { address: ADDRESS })).toEqual({
      height: 1000,
      target_height: 0,
      synchronized: true,
      network: 'mainnet',
      devnet: true,
      version: '0.18.4.0-release',
      restricted: true,
      milliseconds: 12,
      pool_size: 3,
    });
    expect(node.chain.node).toBeUndefined();
  });
  it('returns what an unrestricted node says about itself', async () => {
    const { call, node } = openRpcSession();
    node.answer();
    const fees = [20_000n, 80_000n, 320_000n, 4_000_000n];
    node.health = {
      restricted: false,
      databaseSize: 5,
      freeSpace: 2n ** 60n,
      peersOut: 12,
      peersIn: 0,
      fees,
      rulesVersion: 16,
      rpcVersion: { major: 3, minor: 14 },
    };
    expect(await call('x_node_health', { address: ADDRESS })).toMatchObject({
      restricted: false,
      database_size: 5,
      free_space: 2n ** 60n,
      peers_out: 12,
      peers_in: 0,
      fees,
      rules_version: 16,
      rpc_version: { major: 3, minor: 14 },
    });
  });
  it('reports why a wallet cannot use a node that answers', async () => {
    const { call, node } = openRpcSession();
    node.answer();
    const data = { address: ADDRESS, expected: 'mainnet', actual: 'stagenet' };
    node.health = { problem: new Fault('node_wrong_network', data) };
    expect((await call('x_node_health', { address: ADDRESS })).problem).toEqual({
      fault: 'node_wrong_network',
      data,
    });
  });
  it('refuses with the reason when the node does not answer', async () => {
    const { refusal } = openRpcSession();
    expect(await refusal('x_node_health', { address: ADDRESS })).toMatchObject({ fault: 'node_unreachable' });
    expect(await refusal('x_node_health', { address: 'ftp://x' })).toMatchObject({
      fault: 'bad_node_address',
    });
  });
  // threat: wrong-host
  it('sends the stored login to the address that it belongs to, and to no other', async () => {
    const { call, node } = openRpcSession();
    node.answer();
    const login = { username: 'me', password: 'secret' };
    await call('x_set_node', { address: ADDRESS, trusted: true, ...login });
    await call('x_node_health', { address: ADDRESS });
    expect(node.healthAsked).toEqual({ address: ADDRESS, ...login });
    await call('x_node_health', { address: 'https://other.example' });
    expect(node.healthAsked).toEqual({ address: 'https://other.example' });
    await call('x_node_health', { address: ADDRESS, username: 'you', password: 'other' });
    expect(node.healthAsked).toEqual({ address: ADDRESS, username: 'you', password: 'other' });
  });
});
