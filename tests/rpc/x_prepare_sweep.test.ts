import { expect, it } from 'vitest';
import { readTransaction } from '../../src/protocol/tx/transaction.ts';
import { keyImage, openFixture, PAYEE, XMR } from '../support/rpc/fixture.ts';

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
it('x_prepare_sweep spends only the outputs with the given key images', async () => {
  const { call, node, wallet } = await openFixture();
  node.answer();
  const key_images = ['five', 'two'].map((name) => keyImage(wallet, name));
  const { id, amount, fee } = await call('x_prepare_sweep', { address: PAYEE, priority: 1, key_images });
  expect(amount + fee).toBe(7n * XMR);
  await call('x_send_prepared', { id });
  expect((await call('get_balance')).unlocked_balance).toBe((9n * XMR) / 10n);
});
it('x_prepare_sweep pays equal parts, as many as asked for', async () => {
  const { call, refusal, node, wallet } = await openFixture();
  node.answer();
  const part = { address: PAYEE, priority: 1, key_images: [keyImage(wallet, 'five')] };
  const { id } = await call('x_prepare_sweep', { ...part, outputs: 4 });
  await call('x_send_prepared', { id });
  expect(readTransaction(node.relayed[0]!).prefix.outputs).toHaveLength(4);
  const two = { address: PAYEE, key_images: [keyImage(wallet, 'two')] };
  expect(await refusal('x_prepare_sweep', { ...two, outputs: 0 })).toMatchObject({ fault: 'no_outputs' });
  expect(await refusal('x_prepare_sweep', { ...two, outputs: 17 })).toMatchObject({
    fault: 'too_many_destinations',
  });
});
it('x_prepare_sweep refuses an account without money', async () => {
  const { refusal, node } = await openFixture();
  node.answer();
  expect(await refusal('x_prepare_sweep', { address: PAYEE, account_index: 4 })).toMatchObject({
    fault: 'nothing_to_sweep',
  });
});
