import { expect, it } from 'vitest';
import { openFixture } from '../support/rpc/fixture.ts';

// What it sends is checked on a real chain: tests/long/parity/paper.test.ts.
it('x_sweep_keys_send refuses without keys, and an unknown id', async () => {
  const { call, refusal } = await openFixture();
  expect(await refusal('x_sweep_keys_send', { id: 'a', note: '' })).toMatchObject({ fault: 'no_keys_given' });
  await call('x_sweep_keys_start', { given_keys: `${'5'.repeat(62)}05` });
  expect(await refusal('x_sweep_keys_send', { id: 'a', note: '' })).toMatchObject({
    code: -4,
    fault: 'prepared_not_found',
  });
  await call('x_sweep_keys_end');
});
