import { expect, it } from 'vitest';
import { openFixture, PAYEE, txid, XMR } from '../support/rpc/fixture.ts';

it('x_resend_payment sends the same bytes again; the payment keeps waiting when the node refuses it', async () => {
  const { call, refusal, node } = await openFixture();
  node.answer();
  const { tx_hash } = await call('transfer', { destinations: [{ address: PAYEE, amount: XMR }] });
  expect(await call('x_resend_payment', { txid: tx_hash })).toEqual({});
  expect(node.relayed).toHaveLength(2);
  expect(node.relayed[1]).toEqual(node.relayed[0]);
  node.relayFault = 'tx_rejected';
  expect(await refusal('x_resend_payment', { txid: tx_hash })).toMatchObject({ fault: 'tx_rejected' });
  const { pending } = await call('get_transfers', { pending: true });
  expect(pending?.map((each) => each.txid)).toEqual([tx_hash]);
});

it('x_resend_payment refuses what does not wait for a block', async () => {
  const { refusal, node } = await openFixture();
  node.answer();
  for (const each of [txid('paid'), txid('failed'), txid('five'), 'no id'])
    expect(await refusal('x_resend_payment', { txid: each })).toMatchObject({ fault: 'not_waiting' });
  expect(node.relayed).toHaveLength(0);
});
