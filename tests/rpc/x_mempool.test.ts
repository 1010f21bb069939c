import { describe, expect, it } from 'vitest';
import { openRpcSession } from '../support/rpc/fixture.ts';

describe('x_mempool', () => {
  it('returns what waits for a block, by fee per byte beside the four levels', async () => {
    const { call, node } = openRpcSession();
    node.answer();
    node.chain.backlog = () =>
      Promise.resolve([
        { weight: 1000, fee: 19_999_999n },
        { weight: 1000, fee: 20_000_000n },
        { weight: 3000, fee: 3000n * 80_000n },
        { weight: 2000, fee: 2000n * 9_000_000n },
      ]);
    expect(await call('x_mempool')).toEqual({
      transactions: 4,
      weight: 7000,
      block_weight: 300_000,
      bands: [
        { from: 0n, transactions: 1, weight: 1000 },
        { from: 20_000n, transactions: 1, weight: 1000 },
        { from: 80_000n, transactions: 1, weight: 3000 },
        { from: 320_000n, transactions: 0, weight: 0 },
        { from: 4_000_000n, transactions: 1, weight: 2000 },
      ],
    });
  });
  it('needs a node', async () => {
    expect(await openRpcSession().refusal('x_mempool')).toMatchObject({ fault: 'no_node' });
  });
});
