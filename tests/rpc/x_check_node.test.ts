import { describe, expect, it } from 'vitest';
import { openDesk } from '../support/rpc/fixture.ts';

describe('x_check_node', () => {
  it("reports a node's status without switching to it", async () => {
    const { call, node } = openDesk();
    node.answer();
    node.chain.use(undefined);
    expect(await call('x_check_node', { address: 'https://node.example' })).toEqual({
      height: 1000,
      target_height: 0,
      synchronized: true,
      network: 'mainnet',
      devnet: true,
      version: '0.18.4.0-release',
      milliseconds: 12,
    });
    expect(node.chain.node).toBeUndefined();
  });
  it('reports why a node does not answer', async () => {
    const { refusal } = openDesk();
    expect(await refusal('x_check_node', { address: 'https://node.example' })).toMatchObject({
      fault: 'node_unreachable',
    });
  });
});
