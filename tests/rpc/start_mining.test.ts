import { describe, expect, it } from 'vitest';
import { openFixture, ownAddress } from '../support/rpc/fixture.ts';

describe('start_mining', () => {
  it("mines to the wallet's address on a trusted node", async () => {
    const { call, node } = await openFixture({ empty: true });
    node.answer();
    expect(await call('start_mining', { threads_count: 2 })).toEqual({});
    expect(node.mining).toEqual([{ address: ownAddress(0, 0), threads: 2 }]);
  });
  it('refuses untrusted nodes and zero threads', async () => {
    const { call, refusal, node } = await openFixture({ empty: true });
    node.answer();
    expect(await refusal('start_mining', {})).toMatchObject({
      code: -1,
      message: 'The specified number of threads is inappropriate.',
    });
    await call('x_set_node', { address: 'https://node.example' });
    expect(await refusal('start_mining', { threads_count: 1 })).toMatchObject({
      code: -1,
      message: 'This command requires a trusted daemon.',
    });
  });
});
