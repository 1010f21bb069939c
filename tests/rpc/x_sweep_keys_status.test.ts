import { expect, it } from 'vitest';
import { openFixture } from '../support/rpc/fixture.ts';

it('x_sweep_keys_status says that there are no keys, or how far they are read', async () => {
  const { call } = await openFixture();
  expect(await call('x_sweep_keys_status')).toMatchObject({ phase: 'none', address: '', balance: 0n });
  const { address } = await call('x_sweep_keys_start', { given_keys: `${'5'.repeat(62)}05` });
  const status = await call('x_sweep_keys_status');
  expect(status).toMatchObject({
    kind: 'keys',
    address,
    balance: 0n,
    unlocked_balance: 0n,
    coins: 0,
    sending: 0n,
  });
  expect(['reading', 'waiting']).toContain(status.phase);
  await call('x_sweep_keys_end');
});
