import { describe, expect, it } from 'vitest';
import { openRpcSession } from '../support/rpc/fixture.ts';

describe('x_height_at', () => {
  it("searches the node's headers for the height a day before the time", async () => {
    const { call, node } = openRpcSession();
    node.answer();
    const timestamp = 1_700_000_000 + 900 * 120;
    expect(await call('x_height_at', { timestamp })).toEqual({ height: 900 - (26 * 3600) / 120, tip: 1000 });
    expect(await call('x_height_at', { timestamp: 0 })).toEqual({ height: 0, tip: 1000 });
    expect(await call('x_height_at', { timestamp: 2_000_000_000 })).toEqual({ height: 999, tip: 1000 });
  });
  it('estimates a height below the time from the date without a node', async () => {
    const { call } = openRpcSession();
    // Real blocks of mainnet and their times.
    for (const [height, timestamp] of [
      [100_000, 1_403_838_414],
      [1_009_827, 1_458_748_658],
      [2_000_000, 1_577_646_265],
      [2_689_608, 1_660_496_000],
    ] as const) {
      const { height: guess } = await call('x_height_at', { timestamp });
      expect(guess).toBeLessThan(height);
      expect(guess).toBeGreaterThan(height - 40_000);
    }
    expect(await call('x_height_at', { timestamp: 1_300_000_000 })).toEqual({ height: 0 });
  });
  it('refuses an invalid time', async () => {
    expect(await openRpcSession().refusal('x_height_at', { timestamp: 'then' as never })).toMatchObject({
      code: -32602,
    });
  });
});
