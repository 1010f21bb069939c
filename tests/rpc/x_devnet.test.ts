import { describe, expect, it } from 'vitest';
import { openRpcSession, openFixture } from '../support/rpc/fixture.ts';
import { blockHash } from '../support/rpc/fake-node.ts';

describe('x_devnet', () => {
  it('returns the development node in use', async () => {
    const { call, node } = await openFixture();
    node.answer({ topHash: blockHash(999) });
    await call('refresh');
    expect(await call('x_devnet')).toEqual({ daemon: 'http://127.0.0.1:18081', control: '' });
  });
  it('returns nothing without one', async () => {
    expect(await openRpcSession().call('x_devnet')).toEqual({ daemon: '', control: '' });
  });
});
