import { describe, expect, it } from 'vitest';
import { openOwnNodeSession } from '../support/rpc/fixture.ts';

const address = 'http://127.0.0.1:18081';

describe('x_node_overview', () => {
  it('reports what the own node says about itself', async () => {
    const { call } = await openOwnNodeSession();
    expect(await call('x_node_overview', { address })).toEqual({
      height: 1000,
      target_height: 0,
      synchronized: true,
      network: 'fakechain',
      version: '0.18.4.0-release',
      offline: false,
      started_at: 1_700_000_000,
      database_size: 2_000_000,
      free_space: 9_000_000_000n,
      waiting: 3,
      received: 5000,
      sent: 7000,
      rules: { version: 16, from: 1 },
      mining: { active: true, threads: 2, speed: 120n, address: 'miner' },
      peers: {
        outgoing: 8,
        incoming: 2,
        max_outgoing: 12,
        max_incoming: 4_294_967_295,
        tried: 40,
        untried: 900,
      },
      connections: [
        { address: '203.0.113.9:18080', host: '203.0.113.9', incoming: false, height: 1000n, seconds: 60n },
      ],
      bans: [{ host: '203.0.113.7', seconds: 3600 }],
      limits: { down: 8192, up: 2048 },
      chains: [{ hash: 'ab'.repeat(32), height: 990, length: 2 }],
    });
  });
  // threat: wrong-host
  it('refuses an address that is not stored, and the node in use if it is not marked as own', async () => {
    const { call, refusal } = await openOwnNodeSession();
    const other = 'http://127.0.0.1:28081';
    expect(await refusal('x_node_overview', { address: other })).toMatchObject({ fault: 'node_not_own' });
    await call('x_set_node', { address, trusted: false });
    expect(await refusal('x_node_overview', { address })).toMatchObject({ fault: 'node_not_own' });
  });
});
