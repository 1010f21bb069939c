import { expect, it } from 'vitest';
import { openFixture } from '../support/rpc/fixture.ts';

it('x_sweep_keys_end forgets the keys, and does nothing without any', async () => {
  const { call } = await openFixture();
  expect(await call('x_sweep_keys_end')).toEqual({});
  await call('x_sweep_keys_start', { given_keys: `${'5'.repeat(62)}05` });
  await call('x_sweep_keys_end');
  expect((await call('x_sweep_keys_status')).phase).toBe('none');
});
