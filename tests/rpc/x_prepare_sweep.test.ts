import { expect, it } from 'vitest';
import { openFixture, PAYEE, XMR } from '../support/rpc/fixture.ts';

it('x_prepare_sweep prepares all that an account can spend, and x_send_prepared sends it by its id', async () => {
  const { call, node } = await openFixture();
  node.answer();
  const { id, inputs = [], ...numbers } = await call('x_prepare_sweep', { address: PAYEE, priority: 1 });
  expect(inputs.reduce((sum, { amount }) => sum + amount, 0n)).toBe((79n * XMR) / 10n);
  expect(numbers).toMatchObject({ change: 0n, unlocked_after: 0n });
  expect(numbers.amount + numbers.fee).toBe((79n * XMR) / 10n);
  expect(node.relayed).toEqual([]);
  const { tx_hash_list } = await call('x_send_prepared', { id });
  expect(tx_hash_list).toHaveLength(node.relayed.length);
  expect((await call('get_balance')).unlocked_balance).toBe(0n);
});
it('x_prepare_sweep refuses an account without money', async () => {
  const { refusal, node } = await openFixture();
  node.answer();
  expect(await refusal('x_prepare_sweep', { address: PAYEE, account_index: 4 })).toMatchObject({
    fault: 'nothing_to_sweep',
  });
});
