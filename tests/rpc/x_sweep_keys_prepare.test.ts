import { expect, it } from 'vitest';
import { openFixture } from '../support/rpc/fixture.ts';

const INTO = { account_index: 0, label: 'Gift', priority: 1 };

// What it prepares is checked on a real chain: tests/long/parity/paper.test.ts.
it('x_sweep_keys_prepare refuses without keys, before the chain is read, and makes no address then', async () => {
  const { call, refusal, wallet } = await openFixture();
  const labels = JSON.stringify([...wallet.state.tables.labels]);
  expect(await refusal('x_sweep_keys_prepare', INTO)).toMatchObject({ fault: 'no_keys_given' });
  await call('x_sweep_keys_start', { given_keys: `${'5'.repeat(62)}05` });
  expect(await refusal('x_sweep_keys_prepare', INTO)).toMatchObject({ fault: 'keys_not_read' });
  expect(await refusal('x_sweep_keys_prepare', { ...INTO, priority: 5 })).toMatchObject({
    fault: 'bad_priority',
  });
  expect(JSON.stringify([...wallet.state.tables.labels])).toBe(labels);
  await call('x_sweep_keys_end');
});
