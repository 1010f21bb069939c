import { describe, expect, it } from 'vitest';
import { put } from '../../src/wallet/state/state.ts';
import { fromHex } from '../../src/base/hex.ts';
import { known, openFixture, ownAddress, txid, XMR } from '../support/rpc/fixture.ts';

describe('get_payments', () => {
  it('lists payments that arrived with the payment id', async () => {
    const { call, wallet } = await openFixture();
    const key = `${txid('five')}:0:0`;
    await wallet.ledger.commit(({ tables }) => ({
      puts: [put('payments', key, { ...tables.payments.get(key)!, paymentId: fromHex(known.paymentId) })],
      deletes: [],
    }));
    const payment = {
      tx_hash: txid('five'),
      amount: 5n * XMR,
      block_height: 100,
      unlock_time: 0n,
      locked: false,
      subaddr_index: { major: 0, minor: 0 },
      address: ownAddress(0, 0),
    };
    for (const payment_id of [known.paymentId, known.paymentId.padEnd(64, '0')])
      expect(await call('get_payments', { payment_id })).toEqual({ payments: [{ ...payment, payment_id }] });
    expect(await call('get_payments', { payment_id: '0'.repeat(15) + '1' })).toEqual({});
  });
  it('refuses a malformed payment id', async () => {
    const { refusal } = await openFixture({ empty: true });
    expect(await refusal('get_payments', { payment_id: 'xyz' })).toMatchObject({
      code: -5,
      message: 'Payment ID has invalid format',
    });
    expect(await refusal('get_payments', { payment_id: 'abcd' })).toMatchObject({
      code: -5,
      message: 'Payment ID has invalid size: abcd',
    });
  });
});
