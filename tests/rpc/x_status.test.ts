import { describe, expect, it } from 'vitest';
import { NAME, openRpcSession, openFixture } from '../support/rpc/fixture.ts';

describe('x_status', () => {
  it('reports that no wallet is open, and which node is set', async () => {
    const { call } = openRpcSession();
    await call('x_set_node', { address: 'https://node.example', trusted: true });
    expect(await call('x_status')).toEqual({
      wallet: '',
      kind: 'spend',
      network: 'mainnet',
      devnet: false,
      phase: 'closed',
      height: 0,
      target_height: 0,
      start_height: 0,
      blocks_per_second: 0,
      seconds_left: 0,
      node: { address: 'https://node.example', trusted: true },
    });
  });
  it('reports the state of the open wallet', async () => {
    const { call } = await openFixture({ watchOnly: true });
    expect(await call('x_status')).toMatchObject({
      wallet: NAME,
      kind: 'view',
      phase: 'idle',
      height: 1000,
      restore_height: expect.any(Number) as number,
      node: { address: '', trusted: false },
    });
  });
  it('reports when the wallet was last up to date', async () => {
    const { call, node } = await openFixture();
    expect(await call('x_status')).not.toHaveProperty('last_pass');
    node.answer();
    await call('refresh');
    expect(await call('x_status')).toMatchObject({ phase: 'done', last_pass: expect.any(Number) as number });
  });
  it('reports why the wallet waits', async () => {
    const { call, session, node } = await openFixture();
    node.answer();
    node.silence();
    session.autoRefresh(true);
    await expect.poll(async () => (await call('x_status')).phase).toBe('waiting');
    const { problem } = await call('x_status');
    expect(problem).toMatchObject({ fault: 'node_unreachable', data: { address: 'http://127.0.0.1:18081' } });
    await call('close_wallet');
  });
});
