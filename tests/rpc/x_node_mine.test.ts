import { describe, expect, it } from 'vitest';
import {
  openRpcSession,
  openOwnNodeSession,
  openFixture,
  ownAddress,
  PAYEE,
} from '../support/rpc/fixture.ts';

const address = 'http://127.0.0.1:18081';

describe('x_node_mine', () => {
  it('starts mining for the open wallet, or for a given address, and stops it', async () => {
    const { call, node } = await openFixture({ empty: true });
    node.answer();
    await call('x_set_node', { address, trusted: true });
    expect(await call('x_node_mine', { address, threads: 2 })).toEqual({});
    await call('x_node_mine', { address, threads: 1, mine_to: PAYEE });
    await call('x_node_mine', { address, threads: 0 });
    expect(node.commands).toEqual([
      ['startMining', ownAddress(0, 0), 2],
      ['startMining', PAYEE, 1],
      ['stopMining'],
    ]);
  });
  it('needs an address while no wallet is open', async () => {
    const { refusal } = await openOwnNodeSession();
    expect(await refusal('x_node_mine', { address, threads: 1 })).toMatchObject({ fault: 'no_wallet' });
  });
  it('refuses a node that is not marked as own, before it sends the node anything', async () => {
    const { call, refusal, node } = openRpcSession();
    node.answer();
    await call('x_set_node', { address, trusted: false });
    expect(await refusal('x_node_mine', { address, threads: 1, mine_to: PAYEE })).toMatchObject({
      fault: 'node_not_own',
    });
    expect(node.commands).toEqual([]);
  });
});
