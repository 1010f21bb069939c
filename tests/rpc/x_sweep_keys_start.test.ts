import { expect, it } from 'vitest';
import { known, openFixture, openRpcSession } from '../support/rpc/fixture.ts';

const SPEND_KEY = `${'5'.repeat(62)}05`;

it('x_sweep_keys_start reads the chain for the keys and answers their address alone', async () => {
  const { call } = await openFixture();
  const answer = await call('x_sweep_keys_start', { given_keys: SPEND_KEY, restore_height: 900 });
  expect(answer).toEqual({
    kind: 'keys',
    address: (await call('x_check_keys', { given_keys: SPEND_KEY })).address,
  });
  await call('x_sweep_keys_end');
});
it('x_sweep_keys_start refuses keys of another network, and those of the open wallet', async () => {
  const { refusal } = await openFixture({ network: 'stagenet' });
  const of = `44AFFq5kSiGBoZ4NMDwYtN18obc8AemS33DBLWs3H7otXft3XjrpDtQGv7SqSsaBYBb98uNbr2VBBEt7f2wfn3RVGQBEP3A`;
  expect(await refusal('x_sweep_keys_start', { given_keys: `${of} ${SPEND_KEY}` })).toMatchObject({
    fault: 'key_mismatch',
  });
  const { seed } = known;
  expect(await refusal('x_sweep_keys_start', { given_keys: seed })).toMatchObject({ fault: 'own_keys' });
  const { address } = await openRpcSession().call('x_check_keys', { given_keys: SPEND_KEY });
  expect(await refusal('x_sweep_keys_start', { given_keys: `${address} ${SPEND_KEY}` })).toMatchObject({
    fault: 'wrong_network',
  });
});
it('x_sweep_keys_start needs an open wallet', async () => {
  const { refusal } = openRpcSession();
  expect(await refusal('x_sweep_keys_start', { given_keys: SPEND_KEY })).toMatchObject({ code: -13 });
});
