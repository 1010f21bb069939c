import { describe, expect, it } from 'vitest';
import { change, put } from '../../src/wallet/state/state.ts';
import { openFixture } from '../support/rpc/fixture.ts';

const ADDRESS = 'https://light.example';

describe('x_leave_light_server', () => {
  it('forgets a server that has never answered', async () => {
    const { call } = await openFixture({ empty: true });
    await call('x_use_light_server', { address: ADDRESS });
    await call('x_leave_light_server');
    expect((await call('x_light_server')).address).toBe('');
    expect((await call('x_status')).light_server).toBeUndefined();
  });
  it('keeps what a server named for the comparison, until it is to be forgotten', async () => {
    const { call, wallet } = await openFixture();
    await call('x_use_light_server', { address: ADDRESS });
    const use = wallet.state.tables.lightServer.get('')!;
    await wallet.ledger.commit(
      change([
        put('lightServer', '', { ...use, open: true, height: 10 }),
        put('namedOutputs', '01'.repeat(32), wallet.state.outputs[0]!),
      ]),
    );
    await call('x_leave_light_server');
    expect(await call('x_light_server')).toMatchObject({ address: ADDRESS, in_use: false, compared: true });
    await call('x_leave_light_server', { forget: true });
    expect((await call('x_light_server')).address).toBe('');
    expect(wallet.state.tables.namedOutputs.size).toBe(0);
  });
});
