import { expect, it } from 'vitest';
import { openFixture, PAYEE, XMR } from '../support/rpc/fixture.ts';

it('x_drop_prepared removes a prepared payment, and accepts an unknown id', async () => {
  const { call, refusal, node } = await openFixture();
  node.answer();
  const { id } = await call('x_prepare_transfer', { destinations: [{ address: PAYEE, amount: XMR }] });
  for (const dropped of [id, id, 'unknown'])
    expect(await call('x_drop_prepared', { id: dropped })).toEqual({});
  expect(await refusal('x_send_prepared', { id })).toMatchObject({ fault: 'prepared_not_found' });
  expect(node.relayed).toEqual([]);
});
